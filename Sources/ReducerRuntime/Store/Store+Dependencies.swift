extension Store {
  /// What the whole tree of stores depends on. Only a store that was not scoped has it.
  package var dependencies: DependencyValues {
    get { root.dependencies }
    set { root.dependencies = newValue }
  }

  private var root: RootCore<State, Action> {
    guard let root = core as? RootCore<State, Action> else {
      preconditionFailure("Dependencies belong to the store that others were scoped from")
    }
    return root
  }
}
