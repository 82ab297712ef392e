import ReducerRuntime

extension TestStore {
  /// Skips the actions that effects sent and the test did not receive.
  ///
  /// - Parameter strict: Whether the test fails if there are none.
  public func skipReceivedActions(
    strict: Bool = true, fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    queue.drain()
    guard !log.received.isEmpty else {
      if strict { location.fail("There is no received action to skip.") }
      return
    }
    if exhaustivity != .on {
      exhaustivity.report("Skipped:\n" + list(log.received.map(\.action)), at: location)
    }
    acceptState(log.received)
    log.received = []
  }

  /// Ignores the active effects: the test need not end them, but it must receive what they still send.
  ///
  /// - Parameter strict: Whether the test fails if there are none.
  public func skipInFlightEffects(
    strict: Bool = true, fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    queue.drain()
    log.activeEffects.removeAll(where: \.task.isFinished)
    guard !log.activeEffects.isEmpty else {
      if strict { location.fail("There is no running effect to skip.") }
      return
    }
    if exhaustivity != .on {
      exhaustivity.report(
        "Ignored the effects started by:\n" + list(log.activeEffects.map(\.action)), at: location)
    }
    log.activeEffects = []
  }
}

/// Returns the actions, one a line.
func list(_ actions: [some Any]) -> String {
  actions.map { "  \(describe($0))" }.joined(separator: "\n")
}
