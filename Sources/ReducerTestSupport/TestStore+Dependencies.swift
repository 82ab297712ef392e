import ReducerRuntime

extension TestStore {
  /// The feature's dependencies from the next action on: `store.dependencies.continuousClock = clock`.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// Changes the feature's dependencies for the duration of `operation`.
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

  /// Changes the feature's dependencies for the duration of an asynchronous operation.
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

  /// Whether effects run serially in a deterministic order.
  ///
  /// Always `true`: a test store runs effects on a queue of its own.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}
