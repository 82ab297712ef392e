import ReducerRuntime

extension TestStore {
  /// Waits until no effect is under way any more, and asserts that nothing was left to assert.
  ///
  /// - Parameter duration: How long to wait for something from outside; ``timeout`` where it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    queue.drain()
    if exhaustivity == .on { assertNothingReceived(before: "the test ends", at: location) }
    await queue.run(until: { store.isAtRest }, timeout: duration ?? timeout)
    assertFinished(at: location)
    isFinished = true
  }

  /// Passes over the actions that effects sent and the test did not receive.
  public func skipReceivedActions() async {
    queue.drain()
    if let last = log.received.last { state = last.state }
    log.received = []
  }

  /// Cancels the effects that are under way.
  public func skipInFlightEffects() async {
    for (_, task) in log.underWay { task.cancel() }
    queue.drain()
    log.underWay = []
  }

  /// Fails when there is something the test has not asserted.
  func assertFinished(at location: IssueLocation) {
    guard !isFinished, exhaustivity == .on else { return }
    queue.drain()
    log.assertEmpty(at: location)
  }
}

extension TestLog {
  /// Fails when there is something left at the end of the test.
  func assertEmpty(at location: IssueLocation) {
    if let message = notReceived(before: "the test ends") { location.fail(message) }
    received = []
    let underWay = underWay.filter { !$0.task.isFinished }
    guard !underWay.isEmpty else { return }
    location.fail(
      """
      Effects are still under way at the end of the test. They were begun by:
      \(underWay.map { "  \(describe($0.action))" }.joined(separator: "\n"))
      End them with an action, with 'await task.cancel()' or by advancing the clock.
      """)
  }

  /// What to say when actions that effects sent were not received, `nil` when all were.
  func notReceived(before what: String) -> String? {
    if received.isEmpty { return nil }
    return """
      Before \(what), the test must receive \(received.count) action(s) that effects sent:
      \(received.map { "  \(describe($0.action))" }.joined(separator: "\n"))
      """
  }
}
