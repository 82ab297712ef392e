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
  /// Labelled, as a second `init(_:)` would make the compiler's word on a mistake in a closure hard to read.
  public init<R: Reducer>(erasing reducer: R) where R.State == State, R.Action == Action {
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
