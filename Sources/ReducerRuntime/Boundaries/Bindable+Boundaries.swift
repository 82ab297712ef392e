extension Bindable {
  /// A binding of the store of a presented child whose actions are in the internal set; in all else as the one of a child
  /// whose actions are in no set.
  ///
  /// ```swift
  /// $store.scope(state: \.draft, action: \.draft)
  /// ```
  ///
  /// - Complexity: O(1) to make, to read and to set; the same store as long as the same child is there.
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
