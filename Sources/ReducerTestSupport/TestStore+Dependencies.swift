import ReducerRuntime

extension TestStore {
  /// What the feature depends on from the next action on: `store.dependencies.continuousClock = clock`.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// Whether effects run one after the other in an order that is always the same.
  ///
  /// They always do here: a test store runs them itself, on a queue of its own.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}
