extension Store where Action: BindableAction, Action.State == State {
  /// A property of the state, set by sending a ``BindingAction``.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { state[keyPath: keyPath] }
    set { sendBinding(of: keyPath, to: newValue) { .binding($0) } }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A property of the state, set by sending a ``BindingAction`` inside the view's action.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { state[keyPath: keyPath] }
    set { sendBinding(of: keyPath, to: newValue) { .view(.binding($0)) } }
  }
}

extension Store {
  /// Sends a binding action, and reports an issue if no ``BindingReducer`` applied it.
  private func sendBinding<Value: Equatable & Sendable>(
    of keyPath: WritableKeyPath<State, Value>, to value: Value,
    action: (BindingAction<State>) -> Action
  ) {
    let keyPath = sendable(keyPath)
    var receipt = BindingReceipt()
    send(action(.set(keyPath, value, receipt: receipt)))
    // An action that waits for another one still has the receipt, and is not checked.
    guard isKnownUniquelyReferenced(&receipt), !receipt.isApplied, isPresent else { return }
    reportIssue(
      """
      A control set \(keyPath) to \(value), but no reducer applied the binding action. Add \
      'BindingReducer()' to the body of the reducer of \(State.self).
      """)
  }

  /// Whether the state is stored and was not removed.
  private var isPresent: Bool { ObservationScope.untracked { core.locator.locate() != nil } }
}
