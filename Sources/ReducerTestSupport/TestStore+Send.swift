import ReducerRuntime

extension TestStore {
  /// Sends an action as the user or the system would, and asserts the resulting change of the state.
  ///
  /// All actions that effects sent before must have been received. A feature that was dismissed accepts no more
  /// actions.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Without it,
  ///     the state must not change.
  /// - Returns: The effects that it started.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isDismissed else {
      location.fail("'\(describe(action))' was sent to a feature that was dismissed.")
      return TestStoreTask(task: nil, queue: queue, timeout: timeoutDuration)
    }
    reportUnreceived(before: "sending \(describe(action))", at: location)
    isFinished = false
    log.isSending = true
    log.sent = nil
    log.activeEffects.removeAll { $0.task.isFinished }
    let task = store.send(action)
    log.activeEffects.append(.init(action: action, task: task, location: location))
    if let entry = log.sent {
      log.sent = nil
      expectState(
        entry.state, moment: entry.moment, firstStackElement: entry.stackElement,
        updateStateToExpectedResult,
        after: "'\(describe(action))' was sent",
        at: location)
    }
    // After the assertion, which must not include changes of shared values by effects.
    queue.drain()
    return TestStoreTask(task: task, queue: queue, timeout: timeoutDuration)
  }

  /// Fails the test if effects sent actions that the test has not received. It can receive them later. Without
  /// exhaustivity, they are skipped.
  private func reportUnreceived(before what: String, at location: IssueLocation) {
    guard exhaustivity == .on else { return reportAndSkipUnreceived(before: what, at: location) }
    if let message = log.notReceived(before: what) { location.fail(message) }
  }

  /// Fails the test if effects sent actions that the test has not received, and skips them.
  func reportAndSkipUnreceived(before what: String, at location: IssueLocation) {
    guard let message = log.notReceived(before: what) else { return }
    exhaustivity.report(message, at: location)
    acceptState(log.received)
    log.received = []
  }

  /// Accepts the state that `entries` resulted in as asserted.
  func acceptState(_ entries: ArraySlice<TestLog<State, Action>.Entry>) {
    guard let last = entries.last else { return }
    state = last.state
    log.shared.settle(at: last.moment)
  }

  /// Compares the expected state with the actual one, and accepts the actual one as asserted.
  ///
  /// - Parameters:
  ///   - moment: The moment whose shared values are compared; `nil` for now.
  ///   - firstStackElement: The number of the first element that the expectation pushes on a stack.
  ///   - canStayUnchanged: Whether a closure that changes nothing is accepted.
  func expectState(
    _ actual: State, moment: SharedChangeTracker.Moment? = nil, firstStackElement: Int? = nil,
    _ update: ((inout State) throws -> Void)?,
    after event: @autoclosure () -> String, canStayUnchanged: Bool = false,
    at location: IssueLocation
  ) {
    let shared = log.shared
    defer {
      state = actual
      shared.settle(at: moment)
    }
    noteSkippedChanges(actual, moment, firstStackElement, update, after: event(), at: location)
    // Without exhaustivity, the expectation starts from the actual state, because properties that it does not set may
    // have any value.
    if exhaustivity != .on { shared.settle(at: moment) }
    let sharesChanged = shared.hasChanges(at: moment)
    let assertedShares = shared.assertionCount
    let before = exhaustivity == .on ? state : actual
    var expected = before
    do {
      try withDependencies(ofAssertionFrom: firstStackElement) {
        try shared.assert(at: moment) { try update?(&expected) }
      }
    } catch {
      location.fail("The assertion threw an error: \(error)")
      return
    }
    let isAsExpected = shared.assert(at: moment) { expected == actual }
    if exhaustivity == .on, update != nil, !canStayUnchanged, !sharesChanged, isAsExpected,
      actual == before, shared.assertionCount == assertedShares
    {
      location.fail(
        "A change of state was expected after \(event()), but the closure changed nothing. "
          + "Leave it out where nothing changes.")
      return
    }
    guard !isAsExpected else { return }
    location.fail(
      """
      The state is not what was expected after \(event()) (− expected, + actual):

      \(lineDifference(
        lines: shared.assert(at: moment) { dumpLines(expected) },
        shared.readActual(at: moment) { dumpLines(actual) }))
      """)
  }

  /// Reports the changes that the test does not assert.
  private func noteSkippedChanges(
    _ actual: State, _ moment: SharedChangeTracker.Moment?, _ firstStackElement: Int?,
    _ update: ((inout State) throws -> Void)?,
    after event: @autoclosure () -> String, at location: IssueLocation
  ) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var asserted = state
    // The assertion itself reports its error.
    try? withDependencies(ofAssertionFrom: firstStackElement) {
      try log.shared.assert(at: moment) { try update?(&asserted) }
    }
    let expected = log.shared.assert(at: moment) { dumpLines(asserted) }
    let found = log.shared.readActual(at: moment) { dumpLines(actual) }
    guard expected != found else { return }
    location.reportNote(
      """
      These changes after \(event()) were not asserted (− before, + after):

      \(lineDifference(lines: expected, found))
      """)
  }

  /// Runs `operation` with the feature's dependencies, because the expected state may depend on the date.
  ///
  /// Elements that it pushes on a stack get the same identifiers as those the feature pushed.
  private func withDependencies(
    ofAssertionFrom firstStackElement: Int?, operation: () throws -> Void
  ) rethrows {
    let next = firstStackElement ?? dependencies.stackElementID.recordingFirst {}.first
    try ReducerRuntime.withDependencies {
      $0 = dependencies
      $0.stackElementID = StackElementIDGenerator(first: next)
    } operation: {
      try operation()
    }
  }
}
