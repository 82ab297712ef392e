/// Runs a child reducer on a part of the parent's state, for the part of the parent's actions that is the child's.
///
/// ```swift
/// Scope(state: \.profile, action: \.profile) { Profile() }
/// ```
///
/// - Complexity: Reaching the child costs O(1) and copies nothing.
public struct Scope<ParentState, ParentAction, Child: Reducer>: _ReducerOperator {
  private let toChildState: any WritableKeyPath<ParentState, Child.State> & Sendable
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: Child

  /// - Parameters:
  ///   - toChildState: The child's state in the parent's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  public init<ChildState, ChildAction>(
    state toChildState: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(state: toChildState, action: AnyCasePath(toChildAction), child: child())
  }

  init(
    state toChildState: any WritableKeyPath<ParentState, Child.State> & Sendable,
    action toChildAction: AnyCasePath<ParentAction, Child.Action>, child: Child
  ) {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
  }

  public func _resolve() -> ResolvedReducer<ParentState, ParentAction> {
    let path = StatePath(toChildState)
    let toChildAction = toChildAction
    let child = ObservedReducer(child._resolve())
    return { state, action in
      guard let childAction = toChildAction.extract(from: action) else { return .none }
      var isReplaced = false
      let effect = path.modify(&state) { child(&$0, childAction, isReplaced: &isReplaced) }
      if isReplaced { path.didReplace(in: &state) }
      return effect.isNone ? .none : effect.map(toChildAction.embedding)
    }
  }
}
