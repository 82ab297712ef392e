/// A reducer with a closure as its implementation.
public struct Reduce<State, Action>: _ReducerOperator {
  @usableFromInline
  enum Source: Sendable {
    case closure(ResolvedReducer<State, Action>)
    case reducer(any Reducer<State, Action>)
  }

  @usableFromInline let source: Source

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduce: Changes the state for the action, and returns the resulting effect.
  @inlinable
  public init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    source = .closure(reduce)
  }

  /// Creates a reducer that hides the type of `reducer`.
  ///
  /// ```swift
  /// let feature = isDemo ? Reduce(DemoPlayer()) : Reduce(Player())
  /// ```
  ///
  /// - Parameter reducer: The reducer to run; resolved when the store is created.
  // An existential, not a generic parameter: otherwise the compiler would try to interpret each invalid closure as
  // that parameter, and its diagnostics would be useless.
  public init(_ reducer: any Reducer<State, Action>) {
    source = .reducer(reducer)
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    switch source {
    case .closure(let reduce): reduce
    case .reducer(let reducer): reducer._resolve()
    }
  }
}
