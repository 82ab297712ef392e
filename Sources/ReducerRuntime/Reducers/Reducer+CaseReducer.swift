extension Reducer {
  /// Runs the features of a `@Reducer` enum while one of them is presented.
  ///
  /// Same as ``ifLet(_:action:destination:fileID:filePath:line:column:)``, with the enum's own features as the
  /// destination.
  ///
  /// ```swift
  /// @Reducer enum Destination { case detail(Detail), settings(Settings) }
  ///
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentedCasesReducer<Self, ChildState.StateReducer>
  where ChildState.StateReducer.Action == ChildAction {
    _PresentedCasesReducer(
      presentation: ifLet(
        toPresentation, action: toPresentationAction,
        destination: { _CaseReducerBody<ChildState.StateReducer>() },
        fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a `@Reducer` enum while one of them is present.
  ///
  /// Same as ``ifLet(_:action:then:fileID:filePath:line:column:)``, with the enum's own features as the child.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _IfLetReducer<Self, _CaseReducerBody<ChildState.StateReducer>>
  where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toChildState, action: toChildAction, then: { _CaseReducerBody<ChildState.StateReducer>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features of a `@Reducer` enum on the rows of a list.
  ///
  /// Same as ``forEach(_:action:element:fileID:filePath:line:column:)``, with the enum's own features as the element.
  public func forEach<ElementState: CaseReducerState, ElementAction, ID: Hashable & Sendable>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _ForEachReducer<Self, ID, _CaseReducerBody<ElementState.StateReducer>>
  where ElementState.StateReducer.Action == ElementAction {
    forEach(
      toElements, action: toElementAction,
      element: { _CaseReducerBody<ElementState.StateReducer>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
