extension Reducer {
  /// Sets a dependency for this reducer, all below it, and the effects they make.
  ///
  /// ```swift
  /// AppTab().dependency(\.continuousClock, ImmediateClock())
  /// ```
  ///
  /// Of two for the same dependency the one written first, the inner one, counts.
  ///
  /// - Complexity: The dependencies are copied for the first action, and for those that an effect sends with others in
  ///   force. Reducers elsewhere pay nothing.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Sets the dependency that is known by the type of `value`.
  ///
  /// ```swift
  /// AppTab().dependency(WorkoutsClient.demo)
  /// ```
  public func dependency<Value: TestDependencyKey & Sendable & SendableMetatype>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    _DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, all below it, and the effects they make.
  ///
  /// ```swift
  /// AppTab().transformDependency(\.analytics) { $0.track = { print($0) } }
  /// AppTab().transformDependency(\.self) { $0.date.now = .distantPast }
  /// ```
  ///
  /// `transform` is not called for every action, so it should do nothing but change the value it is given.
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (_ dependency: inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer with dependencies of its own.
public struct _DependencyReducer<Base: Reducer>: _ReducerOperator {
  let base: Base
  let update: @Sendable (inout DependencyValues) -> Void

  public func _resolve() -> ResolvedReducer<Base.State, Base.Action> {
    let update = update
    // What is made while the tree is walked must find them too.
    let base = withDependencies(update, operation: { self.base._resolve() })
    let cache = UpdatedDependencies(update)
    return { state, action in
      // By hand, outside a store, they are the task's.
      guard RuntimeContext.current?.dependencies != nil else {
        return withDependencies(update, operation: { base(&state, action) })
      }
      return RuntimeContext.with(cache.updating(.current)) { base(&state, action) }
    }
  }
}

/// The dependencies last updated, since a store has the same in force from one action to the next.
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
