/// The location of a child's state in its parent's.
@usableFromInline
enum ChildLocation<ParentState, ChildState>: Sendable {
  case property(any WritableKeyPath<ParentState, ChildState> & Sendable)
  case payload(AnyCasePath<ParentState, ChildState>, IssueLocation)
}

extension Scope {
  /// Creates a reducer for one case of an enum of states.
  ///
  /// An action for the child while the state is another case is reported as an issue at the line of this call.
  ///
  /// ```swift
  /// var body: some Reducer<State, Action> {
  ///   Scope(state: \.signedIn, action: \.signedIn) { SignedIn() }
  ///   Scope(state: \.signedOut, action: \.signedOut) { SignedOut() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that holds the child's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  /// - Complexity: Accessing the child is O(1), and it is changed in place.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(
      childLocation: .payload(
        AnyCasePath(toChildState),
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)),
      toChildAction: AnyCasePath(toChildAction), child: child())
  }

  @inlinable
  func resolve(
    _ path: AnyCasePath<ParentState, Child.State>, _ location: IssueLocation
  ) -> ResolvedReducer<ParentState, ParentAction> {
    let toChildAction = toChildAction
    let child = child._resolve()
    return { state, action in
      guard let childAction = toChildAction.extract(from: action) else { return .none }
      guard let effect = path.modify(&state, { child(&$0, childAction) }) else {
        location.reportAbsentChild(action, operator: "Scope")
        return .none
      }
      return effect.isNone ? .none : effect.map(toChildAction.embedding)
    }
  }
}
