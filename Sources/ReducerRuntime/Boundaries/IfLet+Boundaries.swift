extension Reducer where Action: BoundedAction {
  /// Runs a presented child whose actions are in the internal group. Otherwise it behaves like
  /// ``ifLet(_:action:destination:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$timer, action: \.timer) { WorkoutTimer() }
  /// ```
  ///
  /// - Parameters:
  ///   - toPresentation: The child's presentation in this state.
  ///   - toPresentationAction: The case of the `InternalAction` that holds the child's actions.
  ///   - destination: The child.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<
      Action.InternalAction, PresentationAction<ChildAction>
    >,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentationReducer<Self, Child> {
    _PresentationReducer(
      parent: self, child: destination(), toPresentation: toPresentation,
      toPresentationAction: Action.internalPath(toPresentationAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a `@Reducer` enum whose actions are in the internal group while one of them is presented.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// - Parameters:
  ///   - toPresentation: The presentation of the enum's state in this state.
  ///   - toPresentationAction: The case of the `InternalAction` that holds the features' actions.
  @inlinable
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<
      Action.InternalAction, PresentationAction<ChildAction>
    >,
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
}
