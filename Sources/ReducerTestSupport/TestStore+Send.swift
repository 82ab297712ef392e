import ReducerRuntime

extension TestStore {
  /// Sends an action as the user or the system would, and asserts the resulting change of the state.
  ///
  /// All actions that effects sent before must have been received. A feature that was dismissed accepts no more
  /// actions.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. If `nil`,
  ///     the state must not change.
  /// - Returns: The effects that the action started.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isDismissed else {
      location.report("'\(describe(action))' was sent to a feature that was dismissed.")
      return TestStoreTask(task: nil, queue: queue, timeout: timeout)
    }
    reportUnreceived(before: "sending \(describe(action))", at: location)
    isFinished = false
    log.isSending = true
    log.sent = nil
    log.activeEffects.removeAll { $0.task.isFinished }
    let task = TestStep.$current.withValue(TestStep(at: location)) { store.send(action) }
    log.activeEffects.append(.init(action: action, task: task, location: location))
    if let entry = log.sent {
      log.sent = nil
      expectState(
        entry.state, moment: entry.moment, firstStackElement: entry.stackElement,
        updateStateToExpectedResult,
        after: "'\(describe(action))' was sent",
        at: location)
    }
    // This comes after the assertion, which must not include changes of shared values by effects.
    queue.drain()
    return TestStoreTask(task: task, queue: queue, timeout: timeout)
  }

  /// Fails the test if effects sent actions that it has not received; it can still receive them. Without
  /// exhaustivity, they are skipped.
  private func reportUnreceived(
    before what: @autoclosure () -> String, at location: IssueLocation
  ) {
    guard exhaustivity == .on else {
      return reportAndSkipUnreceived(before: what(), at: location)
    }
    if let message = log.notReceived(before: what()) { location.report(message) }
  }

  /// Fails the test if effects sent actions that the test has not received, and skips them.
  func reportAndSkipUnreceived(
    before what: @autoclosure () -> String, at location: IssueLocation
  ) {
    guard let message = log.notReceived(before: what()) else { return }
    exhaustivity.report(message, at: location)
    acceptState(log.received)
    log.received = []
  }

  /// Marks the state after `entries` as asserted.
  func acceptState(_ entries: ArraySlice<TestLog<State, Action>.Entry>) {
    guard let last = entries.last else { return }
    state = last.state
    log.shared.settle(at: last.moment)
  }

  /// Compares the expected state with the actual one, and marks the actual one as asserted.
  ///
  /// - Parameters:
  ///   - moment: The moment whose shared values are compared; `nil` for the current one.
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
    reportSkippedChanges(actual, moment, firstStackElement, update, after: event(), at: location)
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
      location.report("The assertion threw an error: \(error)")
      return
    }
    let isAsExpected = shared.assert(at: moment) { expected == actual }
    if exhaustivity == .on, update != nil, !canStayUnchanged, !sharesChanged, isAsExpected,
      actual == before, shared.assertionCount == assertedShares
    {
      location.report(
        "A change of state was expected after \(event()), but the closure changed nothing. "
          + "Omit the closure if nothing changes.")
      return
    }
    guard !isAsExpected else { return }
    location.report(
      """
      The state is not what was expected after \(event()) (− expected, + actual):

      \(shared.assert(at: moment) { lineDifference(expected, actual) } ?? "")
      """)
  }

  /// Reports the changes that the test does not assert.
  private func reportSkippedChanges(
    _ actual: State, _ moment: SharedChangeTracker.Moment?, _ firstStackElement: Int?,
    _ update: ((inout State) throws -> Void)?,
    after event: @autoclosure () -> String, at location: IssueLocation
  ) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    var asserted = state
    // An error is ignored here, because `expectState` reports it.
    try? withDependencies(ofAssertionFrom: firstStackElement) {
      try log.shared.assert(at: moment) { try update?(&asserted) }
    }
    guard let difference = log.shared.assert(at: moment, { lineDifference(asserted, actual) })
    else { return }
    location.report(
      """
      These changes after \(event()) were not asserted (− before, + after):

      \(difference)
      """, severity: .warning)
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

// MARK: - By case

extension TestStore where Action: CasePathable {
  /// Sends the action at `actionCase`: `await store.send(\.view.startButtonTapped)`.
  @discardableResult
  public func send(
    _ actionCase: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      actionCase(), assert: updateStateToExpectedResult,
      fileID: fileID, file: filePath, line: line, column: column)
  }

  /// Sends the action of the case `actionCase` with `value`: `await store.send(\.binding.name, "Ada")`.
  @discardableResult
  public func send<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      actionCase(value), assert: updateStateToExpectedResult,
      fileID: fileID, file: filePath, line: line, column: column)
  }
}

/// The effects started by an action that was sent to a test store.
@preconcurrency @MainActor
public struct TestStoreTask: Sendable {
  /// `nil` if the action was not sent.
  let task: StoreTask?
  let queue: EffectQueue
  let timeout: Duration

  /// Cancels the effects of the action, and runs them until none can continue.
  public func cancel() async {
    task?.cancel()
    queue.drain()
  }

  /// Waits until the effects of the action have completed.
  ///
  /// - Parameter duration: The maximum time to wait for external events; the store's timeout if it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    queue.drain()
    if await !queue.run(until: { task?.isFinished ?? true }, timeout: duration ?? timeout) {
      reportIssue(
        "The effects of this action are still running. End them with an action, or cancel the task.",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Whether ``cancel()`` was called, or there were no effects.
  public var isCancelled: Bool { task?.isCancelled ?? true }
}

// MARK: - By binding

extension TestStore where Action: BindableAction, Action.State == State {
  /// The bindings of the state's properties, as in a view: `store.bindings.name.wrappedValue = "Ada"`.
  public var bindings: TestStoreBindings<State, Action> {
    TestStoreBindings(store: self) { $0 }
  }
}

extension TestStore where Action: CasePathable {
  /// Returns the bindings of the state's properties, for a view whose actions are in one case:
  /// `store.bindings(action: \.view)`.
  public func bindings<ViewAction: BindableAction>(
    action toViewAction: CaseKeyPath<Action, ViewAction>
  ) -> TestStoreBindings<State, ViewAction> where ViewAction.State == State {
    let embed = AnyCasePath(toViewAction).embed
    return TestStoreBindings(store: self) { embed($0) }
  }
}

/// The bindings of a test store, as a view would have them. Setting one sends its action without asserting anything.
@MainActor
@dynamicMemberLookup
public struct TestStoreBindings<State, ViewAction: BindableAction> where ViewAction.State == State {
  private let read: @MainActor () -> State
  private let send: @MainActor (ViewAction) -> Void

  init<Action>(
    store: TestStore<State, Action>, embed: @escaping @MainActor (ViewAction) -> Action
  ) {
    read = { store.state }
    send = { store.sendUnasserted(embed($0)) }
  }

  /// The binding of a property.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Binding<Value> {
    // The key path of a member captures nothing, so it is safe to send.
    let sendable = unsafeBitCast(
      keyPath, to: (any WritableKeyPath<State, Value> & Sendable).self)
    return Binding(get: { read()[keyPath: keyPath] }, set: { send(.set(sendable, $0)) })
  }
}

extension TestStore {
  /// Sends an action and marks the resulting state as asserted.
  func sendUnasserted(_ action: Action) {
    isFinished = false
    log.isSending = true
    log.sent = nil
    log.activeEffects.append(.init(action: action, task: store.send(action)))
    queue.drain()
    if let entry = log.sent { acceptState([entry]) }
  }
}
