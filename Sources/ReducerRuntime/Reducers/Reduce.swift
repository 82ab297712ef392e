/// A reducer written as a closure.
public struct Reduce<State, Action>: _ReducerOperator {
  @usableFromInline
  enum Source: Sendable {
    case closure(ResolvedReducer<State, Action>)
    case reducer(any Reducer<State, Action>)
  }

  @usableFromInline let source: Source

  /// - Parameter reduce: Changes the state as the action asks, and returns what is to be done because of it.
  @inlinable
  public init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    source = .closure(reduce)
  }

  /// Hides the type of `reducer`.
  ///
  /// ```swift
  /// let feature = isDemo ? Reduce(DemoPlayer()) : Reduce(Player())
  /// ```
  ///
  /// - Parameter reducer: The reducer to run; resolved when the store that runs this one is made.
  // An existential, not a generic parameter: the compiler would try to read each wrong closure as that `R`, and say
  // nothing but that a closure is no reducer.
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
