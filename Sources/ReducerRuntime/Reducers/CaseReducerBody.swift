/// A reducer that runs the features of a ``CaseReducer``, which cannot be passed on because it has no instances.
public struct _CaseReducerBody<Cases: CaseReducer>: _ReducerOperator {
  public typealias State = Cases.State
  public typealias Action = Cases.Action

  @usableFromInline
  init() {}

  // Read here and not in the initializer, because a feature may present these cases recursively.
  public func _resolve() -> ResolvedReducer<State, Action> { Cases.body._resolve() }
}
