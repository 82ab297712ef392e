import ReducerRuntime

extension TestStore {
  /// Asserts the current state, including shared values that an effect changed.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(1))
  /// store.assert { $0.$count.withLock { $0 = 1 } }
  /// ```
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.drain()
    expectState(
      state, updateStateToExpectedResult, after: "the last step", canStayUnchanged: true,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: - The end of a test

extension TestStore {
  /// Waits until no effect is active, and asserts that no assertion is missing.
  ///
  /// - Parameter duration: The maximum time to wait for external events; ``timeout`` if it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    queue.drain()
    if exhaustivity == .on { reportAndSkipUnreceived(before: "the test ends", at: location) }
    await queue.run(until: { log.isIdle }, timeout: duration ?? timeout)
    if !isFinished { log.assertEmpty(exhaustivity, at: location, effectsAt: location) }
    isFinished = true
  }
}

extension TestLog {
  /// Fails the test if any action, change or effect is left at its end.
  ///
  /// - Parameter place: The location to report effects at; if `nil`, each is reported at the step that started it.
  func assertEmpty(
    _ exhaustivity: Exhaustivity, at location: IssueLocation, effectsAt place: IssueLocation? = nil
  ) {
    if let message = notReceived(before: "the test ends") {
      exhaustivity.report(message, at: location)
      // Without exhaustivity, the test may still skip the actions, and continue from the resulting state.
      if exhaustivity == .on { received = [] }
    }
    for change in shared.unassertedChanges {
      exhaustivity.report(
        "A shared value was changed, but the test did not assert this. Use 'store.assert' for changes by effects.",
        at: change)
    }
    shared.settle()
    for effect in activeEffects where !effect.task.isFinished {
      exhaustivity.report(
        """
        An effect is still running at the end of the test. It was started by:
          \(describe(effect.action))
        End it with an action, with 'await task.cancel()' or by advancing the clock.
        """, at: place ?? effect.location ?? location)
    }
  }

  /// Returns the failure message for actions that were sent by effects and not received, or `nil` if there are none.
  func notReceived(before what: @autoclosure () -> String) -> String? {
    if received.isEmpty { return nil }
    return """
      Before \(what()), the test must receive \(received.count == 1 ? "an action" : "\(received.count) actions") that effects sent:
      \(list(received.map(\.action)))
      """
  }
}
