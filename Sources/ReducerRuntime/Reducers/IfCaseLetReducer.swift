extension Reducer {
  /// Runs a child reducer while the state, an enum, is the child's case.
  ///
  /// The child receives an action before this reducer does. When the state becomes another case, or the child is
  /// replaced by one with another `id`, the child's effects are cancelled. An action for the child while the state is
  /// another case is reported as an issue, and this reducer still receives it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(\.signedIn, action: \.signedIn) { SignedIn() }
  ///   .ifCaseLet(\.signedOut, action: \.signedOut) { SignedOut() }
  /// ```
  ///
  /// - Complexity: Accessing the child is O(1), and it is changed in place.
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Case,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Case> {
    _IfCaseLetReducer(
      parent: self, child: child(), site: CancelID(sendable(toCaseState)),
      toCaseState: AnyCasePath(toCaseState), toCaseAction: AnyCasePath(toCaseAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer of an enum with a child in one of its cases.
public struct _IfCaseLetReducer<Parent: Reducer, Child: Reducer>: _ReducerOperator {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let site: CancelID
  @usableFromInline let toCaseState: AnyCasePath<Parent.State, Child.State>
  @usableFromInline let toCaseAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @inlinable
  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    let toCaseState = toCaseState
    let toCaseAction = toCaseAction
    let location = location
    let parent = parent._resolve()
    let child = ObservedReducer(child._resolveLazily())
    let identity = _ChildIdentity<Child.State>.make()
    let scope = ChildScope<Child.Action, Parent.Action>(site: site)
    let active = scope.record
    return { state, action in
      let before = toCaseState.read(state) { identity.of(&$0) }
      var effect = Effect<Parent.Action>.none
      if let caseAction = toCaseAction.extract(from: action) {
        if let before {
          // The observers of the enum detect by its identity that a payload was replaced.
          var isReplaced = false
          let childEffect = toCaseState.modify(&state) {
            child(&$0, caseAction, isReplaced: &isReplaced)
          }
          if let childEffect, !childEffect.isNone {
            effect = scope.embed(childEffect, of: before, by: toCaseAction.embedding)
          }
        } else {
          location.reportAbsentChild(action, operator: "ifCaseLet")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      let now = toCaseState.read(state) { identity.of(&$0) }
      return active.pointee.mustCheck(before, now)
        ? scope.cancellingRemoved(except: now, effect) : effect
    }
  }
}
