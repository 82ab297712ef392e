extension Scope where ParentAction: BoundedAction {
  /// Creates a reducer for a child whose actions are in the parent's internal group.
  ///
  /// ```swift
  /// Scope(state: \.settings, action: \.userSettings) { UserSettings() }
  /// ```
  ///
  /// - Parameters:
  ///   - toChildState: The child's state in the parent's.
  ///   - toChildAction: The case of the parent's `InternalAction` that holds the child's action.
  ///   - child: The child.
  /// - Complexity: Reaching the child costs O(1) and copies nothing.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: CaseKeyPath<ParentAction.InternalAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(
      childLocation: .property(toChildState),
      toChildAction: ParentAction.internalPath(toChildAction),
      child: child())
  }
}

extension BoundedAction {
  /// Returns the path to a case of the internal group.
  ///
  /// - Complexity: O(1); when `@CasePathable` has seen both enums, rejecting another child's action costs one
  ///   comparison.
  public static func internalPath<Value>(
    _ next: CaseKeyPath<InternalAction, Value>
  ) -> AnyCasePath<Self, Value> {
    let paths = allCasePaths
    let next = AnyCasePath(next)
    return paths._$childPath(named: next.name) as? AnyCasePath<Self, Value>
      ?? paths._internal.appending(next)
  }
}
