/// Sets the properties that bound controls were used to set.
///
/// Reducers after it see the state with the new value:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// - Complexity: An action that is no binding costs one look at its case. A binding costs a write through a key path.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: _ReducerOperator
where ViewAction.State == State {
  private let toViewAction: @MainActor (Action) -> ViewAction?

  /// For a feature whose action is bindable.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// For a feature of whose actions one case is bindable: `BindingReducer(action: \.view)`.
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
