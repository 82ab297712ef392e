extension Bindable {
  /// Returns a binding to the store of a presented child whose actions are in the parent's internal group. Otherwise
  /// it behaves like the binding for ungrouped actions.
  ///
  /// ```swift
  /// $store.scope(state: \.draft, action: \.draft)
  /// ```
  ///
  /// - Complexity: O(1) to make, read and set; returns the same store as long as the same child is presented.
  @MainActor
  public func scope<State, Action: BoundedAction, ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action.InternalAction, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    let store = wrappedValue
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let toPresented = toChildAction.appending(path: \.presented)
    return store.presentation(toChildState, location) {
      store.scope(state: toChildState, action: toPresented)
    } dismiss: {
      Action.internalPath(toChildAction).embed(.dismiss)
    }
  }
}
