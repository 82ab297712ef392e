extension DependencyValues {
  /// Whether an update closure is running. Reading a dependency to change a part of it does not count as use.
  @TaskLocal static var isUpdating = false

  /// Calls `update` with these values.
  mutating func set<Result>(
    by update: (inout DependencyValues) throws -> Result
  ) rethrows -> Result {
    try Self.$isUpdating.withValue(true) { try update(&self) }
  }

  /// Calls an asynchronous `update` with these values.
  mutating func set(
    isolation: isolated (any Actor)? = #isolation,
    by update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    try await Self.$isUpdating.withValue(true) { try await update(&self) }
  }

  /// Reports the use of a dependency that the test has not set.
  package static func reportUse(of name: String) {
    if !isUpdating { reportIssue("Unimplemented: @Dependency(\\.\(name))") }
  }
}
