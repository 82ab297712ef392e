extension Reducer {
  /// Sets a dependency for this reducer, all below it, and the effects they make.
  ///
  /// ```swift
  /// AppTab().dependency(\.continuousClock, ImmediateClock())
  /// ```
  ///
  /// Of two for the same dependency the one written first, the inner one, counts.
  ///
  /// - Complexity: One copy of the dependencies for each action that comes by here; reducers elsewhere pay nothing.
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
    let base = withDependencies(
      update, operation: { self.base._resolve() })
    return { state, action in
      // A task local would not be seen: a store's own dependencies go before it.
      RuntimeContext.enter { (context) -> Effect<Base.Action> in
        let outer = context.dependencies
        var inner = outer ?? DependencyValues.current
        update(&inner)
        context.dependencies = inner
        defer { context.dependencies = outer }
        return base(&state, action)
      }
    }
  }
}
