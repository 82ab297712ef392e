extension SharedChangeTracker {
  /// Whether a value has changed that the test has not asserted.
  public var hasChanges: Bool { hasChanges(at: nil) }

  /// Forgets the changes that the test has not asserted.
  public func reset() { settle() }

  /// Runs `operation` and records its changes of shared values.
  public func track<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.sharedChangeTracker = self
    } operation: {
      try operation()
    }
  }

  /// Runs an asynchronous operation, and records its changes of shared values and those of the tasks it starts.
  public func track<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withDependencies {
      $0.sharedChangeTracker = self
    } operation: {
      try await operation()
    }
  }

  /// Runs `operation` with shared values as the test expects them: those before the tracked changes, until `operation`
  /// changes them.
  ///
  /// In a comparison of two shared values, the left one is the expected value and the right one the actual value.
  public func assert<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try assert(at: nil, operation)
  }
}
