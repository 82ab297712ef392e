import ReducerRuntime

extension TestStore {
  /// Sends an action as a person, or the system, would, and asserts how the state changes.
  ///
  /// All that effects sent before must have been received.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Makes of the state before the action the state expected after it. Nothing may
  ///     change where it is left out.
  /// - Returns: The effects it set going.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    assertNothingReceived(before: "sending \(describe(action))", at: location)
    isFinished = false
    log.isSending = true
    log.sent = nil
    log.underWay.removeAll { $0.task.isFinished }
    let task = store.send(action)
    queue.drain()
    log.underWay.append((action, task))
    if let entry = log.sent {
      log.sent = nil
      expectState(
        of: entry, updateStateToExpectedResult, after: "'\(describe(action))' was sent",
        at: location)
    }
    return TestStoreTask(task: task, queue: queue, timeout: timeout)
  }

  /// Fails when effects sent actions that the test has not received; goes on from the state they left.
  func assertNothingReceived(before what: String, at location: IssueLocation) {
    guard let message = log.notReceived(before: what) else { return }
    if exhaustivity == .on { location.fail(message) }
    if let last = log.received.last { state = last.state }
    log.received = []
  }

  /// Compares the expected state with the actual one, and takes the actual one for the state asserted.
  func expectState(
    of entry: TestLog<State, Action>.Entry, _ update: ((inout State) throws -> Void)?,
    after event: @autoclosure () -> String,
    at location: IssueLocation
  ) {
    let actual = entry.state
    defer { state = actual }
    // What is not asserted may be anything where exhaustivity is off: then the expectation starts from what is.
    var expected = exhaustivity == .on ? state : actual
    let before = expected
    do {
      // What the test pushes on a stack must be known as what the feature pushed.
      try withDependencies {
        $0.stackElementID = StackElementIDGenerator(first: entry.stackElement)
      } operation: {
        try update?(&expected)
      }
    } catch {
      location.fail("The assertion threw an error: \(error)")
      return
    }
    if exhaustivity == .on, update != nil, expected == before, actual == before {
      location.fail(
        "A change of state was expected after \(event()), but the closure changed nothing. "
          + "Leave it out where nothing changes.")
      return
    }
    guard expected != actual else { return }
    location.fail(
      """
      The state is not what was expected after \(event()) (− expected, + actual):

      \(lineDifference(expected, actual))
      """)
  }
}
