extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that is there, to be told apart by `switch`.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): DetailView(store: store)
  /// case .settings(let store): SettingsView(store: store)
  /// }
  /// ```
  ///
  /// - Complexity: O(1); the same store as long as the same child is there.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}
