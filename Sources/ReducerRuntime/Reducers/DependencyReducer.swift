extension Reducer {
  /// Sets a dependency for this reducer, its children, and their effects.
  ///
  /// ```swift
  /// AppTab().dependency(\.continuousClock, ImmediateClock())
  /// ```
  ///
  /// If the same dependency is set twice, the inner call, which is written first, takes precedence.
  ///
  /// - Complexity: The dependencies are copied for the first action, and for actions of effects that changed
  ///   dependencies. Other reducers are not affected.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Sets the dependency whose key is the type of `value`.
  ///
  /// ```swift
  /// AppTab().dependency(WorkoutsClient.demo)
  /// ```
  public func dependency<Value: TestDependencyKey & Sendable & SendableMetatype>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its children, and their effects.
  ///
  /// ```swift
  /// AppTab().transformDependency(\.analytics) { $0.track = { print($0) } }
  /// AppTab().transformDependency(\.self) { $0.date.now = .distantPast }
  /// ```
  ///
  /// `transform` is not called for every action, so it should have no effect other than changing its argument.
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (_ dependency: inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer with changed dependencies.
public struct _DependencyReducer<Base: Reducer>: _ReducerOperator {
  let base: Base
  let update: @Sendable (inout DependencyValues) -> Void

  public func _resolve() -> ResolvedReducer<Base.State, Base.Action> {
    let update = update
    // Objects that are created while the tree is resolved must have the changed dependencies, too.
    let base = withDependencies(update, operation: { self.base._resolve() })
    let cache = UpdatedDependencies(update)
    return { state, action in
      // When a reducer is called directly, outside a store, the task's dependencies apply.
      guard RuntimeContext.current?.dependencies != nil else {
        return withDependencies(update, operation: { base(&state, action) })
      }
      return RuntimeContext.with(cache.updating(.current)) { base(&state, action) }
    }
  }
}

/// A cache of the last update, because a store uses the same dependencies for most actions.
private final class UpdatedDependencies: Sendable {
  private let update: @Sendable (inout DependencyValues) -> Void
  @MainActor private var last: (outer: DependencyValues, inner: DependencyValues)?

  init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.update = update
  }

  @MainActor
  func updating(_ outer: DependencyValues) -> DependencyValues {
    if let last, last.outer.storage === outer.storage { return last.inner }
    var inner = outer
    inner.set(by: update)
    last = (outer, inner)
    return inner
  }
}
