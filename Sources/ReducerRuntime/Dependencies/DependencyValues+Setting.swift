extension DependencyValues {
  /// Whether an update closure is running. Reading a dependency to change a part of it does not count as use.
  @TaskLocal static var isUpdating = false

  /// Calls `update` with these values.
  mutating func set(by update: (inout DependencyValues) throws -> Void) rethrows {
    try Self.$isUpdating.withValue(true) { try update(&self) }
  }

  /// Reports the use of a dependency that the test has not set.
  static func reportUse(of name: String) {
    if !isUpdating { reportIssue("Unimplemented: @Dependency(\\.\(name))") }
  }
}
