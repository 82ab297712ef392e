extension Store where Action: BoundedAction {
  /// Returns the store of a child whose actions are in the internal group.
  ///
  /// ```swift
  /// UserSettingsView(store: store.scope(state: \.settings, action: \.userSettings))
  /// ```
  ///
  /// - Complexity: O(1); returns the same store each time.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action.InternalAction, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, by: toChildAction) { Action.internalPath(toChildAction) }
  }

  /// Returns the store of an optional child whose actions are in the internal group, or `nil` while the child is
  /// absent.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action.InternalAction, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, by: toChildAction) { Action.internalPath(toChildAction) }
  }
}
