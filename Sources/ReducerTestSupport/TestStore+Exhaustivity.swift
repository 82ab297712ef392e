import ReducerRuntime

extension TestStore {
  /// Changes for the length of `operation` how much must be asserted.
  ///
  /// ```swift
  /// store.withExhaustivity(.off) { store.assert { $0.reps = 3 } }
  /// ```
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// As above, for an operation that waits.
  ///
  /// ```swift
  /// await store.withExhaustivity(.off) { await store.send(.onAppear) }
  /// ```
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }
}
