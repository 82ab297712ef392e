extension DependencyValues {
  /// A snapshot of dependencies for a closure that outlives the context in which they were set.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    /// Runs `operation` with the dependencies of the snapshot.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try withDependencies {
        $0 = $0.merging(values)
      } operation: {
        try operation()
      }
    }

    /// Runs an asynchronous operation with the dependencies of the snapshot.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$taskLocal.withValue(
        DependencyValues.current.merging(values), operation: operation)
    }
  }
}
