/// Runs the features of a ``CaseReducer``, which has no value of its own to be handed on.
public struct _CaseReducerBody<Cases: CaseReducer>: _ReducerOperator {
  public typealias State = Cases.State
  public typealias Action = Cases.Action

  @usableFromInline
  init() {}

  // Asked for here and not when this is made: among the features may be one that presents these cases itself.
  public func _resolve() -> ResolvedReducer<State, Action> { Cases.body._resolve() }
}
