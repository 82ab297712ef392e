/// A reducer that applies binding actions to the state.
///
/// Reducers listed after it see the new value:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// - Complexity: An action that is not a binding costs one case check. A binding costs a write through a key path.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: _ReducerOperator
where ViewAction.State == State {
  private let toViewAction: @MainActor (Action) -> ViewAction?

  /// Creates a reducer for a feature whose action is bindable.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// Creates a reducer for a feature with a case that wraps a bindable action: `BindingReducer(action: \.view)`.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    self.toViewAction = AnyCasePath(toViewAction).extracting
  }

  public func _resolve() -> ResolvedReducer<State, Action> {
    let toViewAction = toViewAction
    let toBinding = ViewAction._bindingCasePath().extracting
    return { state, action in
      if let binding = toViewAction(action).flatMap(toBinding) { binding.set(&state) }
      return .none
    }
  }
}
