extension Reducer where Action: BoundedAction {
  /// Runs a presented child whose actions are in the internal set; in all else as
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
}
