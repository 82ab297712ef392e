extension Bindable {
  /// Returns a binding to the store of a presented child; its value is `nil` while no child is presented.
  ///
  /// Setting it to `nil` sends `.dismiss`, unless another child has replaced the one the binding was made for, so a
  /// sheet that closes slowly cannot dismiss its successor. If the child is still there afterwards, an issue is
  /// reported. Setting it to a store does nothing; presentation is driven by actions.
  ///
  /// ```swift
  /// let detail = $store.scope(state: \.detail, action: \.detail)
  /// let edit = $store.scope(state: \.destination?.edit, action: \.destination.edit)
  /// if let store = detail.wrappedValue { DetailView(store: store) }
  /// detail.wrappedValue = nil
  /// ```
  ///
  /// - Complexity: O(1) to make, read and set; returns the same store as long as the same child is presented.
  @MainActor
  public func scope<State, Action, ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    wrappedValue.presentation(
      toChildState, toChildAction,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns a binding to the store of a stack, for drawing and popping its elements.
  ///
  /// ```swift
  /// let path = $store.scope(state: \.path, action: \.path)
  /// for screen in path.wrappedValue.elements() { ScreenView(store: screen) }
  /// path.wrappedValue.pop()
  /// ```
  ///
  /// Setting it does nothing; a stack is changed by its actions.
  ///
  /// - Complexity: O(1); returns the same store each time.
  @MainActor
  public func scope<State, Action, ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    wrappedValue.stack(toStack, toStackAction)
  }
}

extension Binding {
  /// Same as ``Bindable/scope(state:action:fileID:filePath:line:column:)``, for a view that holds a `Binding` to the
  /// store.
  public func scope<State, Action, ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    wrappedValue.presentation(
      toChildState, toChildAction,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Same as ``Bindable/scope(state:action:)``, for a view that holds a `Binding` to the store.
  public func scope<State, Action, ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    wrappedValue.stack(toStack, toStackAction)
  }
}

extension Store {
  fileprivate func presentation<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState?>,
    _ toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    _ location: IssueLocation
  ) -> Binding<Store<ChildState, ChildAction>?> {
    let toPresented = toChildAction.appending(path: \.presented)
    return presentation(toChildState, location) {
      self.scope(state: toChildState, action: toPresented)
    } dismiss: {
      AnyCasePath(toChildAction).embed(.dismiss)
    }
  }

  /// Returns a binding to the store that `child` returns.
  func presentation<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState?>, _ location: IssueLocation,
    child scoped: @escaping @MainActor () -> Store<ChildState, ChildAction>?,
    dismiss: @escaping @MainActor () -> Action
  ) -> Binding<Store<ChildState, ChildAction>?> {
    let identity = _ChildIdentity<ChildState>.make()
    let presentedID: @MainActor () -> ChildID? = {
      guard var child = self.withState({ $0[keyPath: toChildState] }) else { return nil }
      return identity.of(&child)
    }
    let bound = presentedID()
    return Binding(get: scoped) { store in
      guard store == nil, let child = presentedID(), bound == nil || bound == child else { return }
      self.send(dismiss())
      guard presentedID() == child else { return }
      reportIssue(
        "A binding of a presented child was set to nil, but the child is still presented: is an 'ifLet' missing?",
        fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    }
  }

  fileprivate func stack<ElementState, ElementAction>(
    _ toStack: KeyPath<State, StackState<ElementState>>,
    _ toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>> {
    Binding {
      self.scope(state: toStack, action: toStackAction)
    } set: { _ in
    }
  }
}
