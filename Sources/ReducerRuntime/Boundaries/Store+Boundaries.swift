extension Store where Action: BoundedAction {
  /// The store of a child whose actions are in the internal set.
  ///
  /// ```swift
  /// UserSettingsView(store: store.scope(state: \.settings, action: \.userSettings))
  /// ```
  ///
  /// - Complexity: O(1); the same store each time.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action.InternalAction, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, by: toChildAction) { Action.internalPath(toChildAction) }
  }

  /// The store of a child that may be absent and whose actions are in the internal set, `nil` where the child is absent.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action.InternalAction, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, by: toChildAction) { Action.internalPath(toChildAction) }
  }
}
