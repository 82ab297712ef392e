extension Store {
  /// The dependencies of the whole tree of stores.
  package var dependencies: DependencyValues {
    get { core.root.dependencies }
    set { core.root.dependencies = newValue }
  }
}

extension DependencyValues {
  /// Returns the current dependencies, changed by `prepare`, with a stack element generator for a new store.
  @usableFromInline
  static func forStore(_ prepare: (inout DependencyValues) -> Void) -> DependencyValues {
    var dependencies = current
    dependencies.stackElementID = StackElementIDGenerator()
    dependencies.set(by: prepare)
    return dependencies
  }
}
