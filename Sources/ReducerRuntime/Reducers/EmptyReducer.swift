/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: _ReducerOperator {
  @inlinable
  public init() {}

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    { _, _ in .none }
  }
}
