import ReducerRuntime

extension TestStore where Action: Equatable {
  /// Asserts that an effect sent exactly `expectedAction`, and asserts the resulting change of the state.
  public func receive(
    _ expectedAction: Action, timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      "'\(describe(expectedAction))'", timeout: duration, where: { $0 == expectedAction },
      mismatch: { lineDifference(expectedAction, $0).map { "\n\n\($0)" } ?? "" },
      assert: updateStateToExpectedResult,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension TestStore {
  /// Asserts that an effect sent an action of the case `actionCase`, and asserts the resulting change of the state.
  ///
  /// ```swift
  /// await store.receive(\.timerTick) { $0.elapsedTime = .seconds(1) }
  /// ```
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      "an action of the case '\(path.name)'", timeout: duration,
      where: { path.extract(from: $0) != nil }, mismatch: { _ in "" },
      assert: updateStateToExpectedResult,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent the action of the case `actionCase` with `value`, and asserts the resulting change
  /// of the state.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      "'\(describe(path.embed(value)))'", timeout: duration,
      where: { path.extract(from: $0) == value },
      mismatch: { lineDifference(path.embed(value), $0).map { "\n\n\($0)" } ?? "" },
      assert: updateStateToExpectedResult,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action for which `isMatching` returns `true`, and asserts the resulting
  /// change of the state.
  public func receive(
    _ isMatching: (_ action: Action) -> Bool, timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      "a matching action", timeout: duration, where: isMatching, mismatch: { _ in "" },
      assert: updateStateToExpectedResult,
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func receive(
    _ expectation: String, timeout duration: Duration?, where isExpected: (Action) -> Bool,
    mismatch: (Action) -> String, assert update: ((inout State) throws -> Void)?,
    at location: IssueLocation
  ) async {
    queue.drain()
    // Without exhaustivity, other actions may come before the expected one.
    func hasArrived() -> Bool {
      exhaustivity == .on
        ? !log.received.isEmpty : log.received.contains { isExpected($0.action) }
    }
    if !hasArrived(), !store.isIdle {
      await queue.run(until: { hasArrived() || store.isIdle }, timeout: duration ?? timeout)
    }
    guard hasArrived() else {
      let others = exhaustivity == .on ? "anything" : "one"
      location.report("Expected to receive \(expectation), but no effect sent \(others).")
      return
    }
    if exhaustivity != .on { skip(to: isExpected, at: location) }
    let next = log.received.removeFirst()
    guard isExpected(next.action) else {
      location.report(
        """
        Expected to receive \(expectation), but received '\(describe(next.action))'.\
        \(mismatch(next.action))
        """)
      acceptState([next])
      return
    }
    expectState(
      next.state, moment: next.moment, firstStackElement: next.stackElement, update,
      after: "'\(describe(next.action))' was received", at: location)
  }

  /// Skips the actions before the first expected one.
  private func skip(to isExpected: (Action) -> Bool, at location: IssueLocation) {
    guard
      let index = log.received.firstIndex(where: { isExpected($0.action) }),
      index > log.received.startIndex
    else { return }
    let skipped = log.received[..<index]
    exhaustivity.report("Skipped:\n" + list(skipped.map(\.action)), at: location)
    acceptState(skipped)
    log.received = log.received[index...]
  }
}

// MARK: - Skipping

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
      if strict { location.report("There is no received action to skip.") }
      return
    }
    if exhaustivity != .on {
      exhaustivity.report("Skipped:\n" + list(log.received.map(\.action)), at: location)
    }
    acceptState(log.received)
    log.received = []
  }

  /// Ignores the active effects: the test need not end them, but it must receive the actions that they still send.
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
      if strict { location.report("There is no running effect to skip.") }
      return
    }
    if exhaustivity != .on {
      exhaustivity.report(
        "Ignored the effects started by:\n" + list(log.activeEffects.map(\.action)), at: location)
    }
    log.activeEffects = []
  }
}

/// Returns a list of the actions, one per line.
func list(_ actions: [some Any]) -> String {
  actions.map { "  \(describe($0))" }.joined(separator: "\n")
}
