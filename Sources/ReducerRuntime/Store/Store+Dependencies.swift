extension Store {
  /// What the whole tree of stores depends on.
  package var dependencies: DependencyValues {
    get { core.root.dependencies }
    set { core.root.dependencies = newValue }
  }
}

extension DependencyValues {
  /// Those in force here, with what `prepare` sets, for a store of its own.
  @usableFromInline
  static func forStore(_ prepare: (inout DependencyValues) -> Void) -> DependencyValues {
    var dependencies = current
    dependencies.stackElementID = StackElementIDGenerator()
    dependencies.set(by: prepare)
    return dependencies
  }
}
