extension DependencyValues {
  /// Whether dependencies are being set here. To read one then, so as to change a part of it, is not to use it.
  @TaskLocal static var isBeingSet = false

  /// Has `update` set some of these.
  mutating func set(by update: (inout DependencyValues) throws -> Void) rethrows {
    try Self.$isBeingSet.withValue(true) { try update(&self) }
  }

  /// Reports the use of a dependency that nobody has set.
  static func reportUse(of name: String) {
    if !isBeingSet { reportIssue("Unimplemented: @Dependency(\\.\(name))") }
  }
}
