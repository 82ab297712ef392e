import ReducerRuntime

extension TestStore {
  /// What the feature depends on from the next action on: `store.dependencies.continuousClock = clock`.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// Changes what the feature depends on for the length of `operation`.
  ///
  /// ```swift
  /// await store.withDependencies {
  ///   $0.leaderboard.page = { _, _ in throw Offline() }
  /// } operation: {
  ///   await store.send(.refreshButtonTapped)
  ///   await store.receive(\.pageResponse.failure) { $0.isOffline = true }
  /// }
  /// ```
  @discardableResult
  public func withDependencies<Result>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try updateValuesForOperation(&dependencies)
    return try operation()
  }

  /// As above, for an operation that waits.
  @discardableResult
  public func withDependencies<Result>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try updateValuesForOperation(&dependencies)
    return try await operation()
  }

  /// Whether effects run one after the other in an order that is always the same.
  ///
  /// They always do here: a test store runs them itself, on a queue of its own.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}
