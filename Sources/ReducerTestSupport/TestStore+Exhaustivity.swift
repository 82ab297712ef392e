import ReducerRuntime

extension TestStore {
  /// Changes the exhaustivity for the duration of `operation`.
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

  /// Changes the exhaustivity for the duration of an asynchronous operation.
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
