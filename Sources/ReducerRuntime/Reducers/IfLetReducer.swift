extension Reducer {
  /// Runs a child reducer on an optional part of the state.
  ///
  /// The child receives an action before this reducer does, so that this reducer can still read, or remove, a child
  /// that has finished. When the child is removed, or replaced by one with another `id`, its effects are cancelled:
  /// immediately if this reducer or the child removed it, otherwise with the next action that this reducer receives.
  /// An action for an absent child is reported as an issue, and this reducer still receives it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.search, action: \.search) { Search() }
  /// ```
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _IfLetReducer<Self, Child> {
    _IfLetReducer(
      parent: self, child: child(), toChildState: toChildState,
      toChildAction: AnyCasePath(toChildAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes an alert, or other ephemeral state, after this reducer has received an action of that state. The action's
  /// type may differ from the one that the state declares.
  public func ifLet<ChildState: _EphemeralState, ChildAction>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<ChildState, ChildAction>> {
    ifLet(
      toChildState, action: toChildAction, then: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer with an optional child.
public struct _IfLetReducer<Parent: Reducer, Child: Reducer>: _ReducerOperator {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline
  let toChildState: any WritableKeyPath<Parent.State, Child.State?> & Sendable
  @usableFromInline let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let location: IssueLocation

  @inlinable
  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    let path = StatePath(toChildState)
    let toChildAction = toChildAction
    let location = location
    let parent = parent._resolve()
    let child = ObservedReducer(child._resolveLazily())
    let identity = _ChildIdentity<Child.State>.make()
    let scope = ChildScope<Child.Action, Parent.Action>(site: CancelID(toChildState))
    let active = scope.record
    let ephemeralCheck = EphemeralStateCheck<Child.State, Child.Action>()
    return { state, action in
      let before = path.read(&state) { identity.ofSome(&$0) }
      var effect = Effect<Parent.Action>.none
      var isDismissed = false
      if let childAction = toChildAction.extract(from: action) {
        if let before {
          if ephemeralCheck.isNeeded {
            isDismissed = path.read(&state) { ephemeralCheck.dismisses(&$0!, on: childAction) }
          }
          var isReplaced = false
          let childEffect = path.modify(&state) {
            child(&$0!, childAction, isReplaced: &isReplaced)
          }
          if isReplaced { path.didReplace(in: &state) }
          if !childEffect.isNone {
            effect = scope.embed(childEffect, of: before, by: toChildAction.embedding)
          }
        } else {
          location.reportAbsentChild(action, operator: "ifLet")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      var now = path.read(&state) { identity.ofSome(&$0) }
      if isDismissed, now == before {
        // The child is removed through the property, so that its observers are notified.
        path.set(nil, in: &state)
        now = nil
      }
      return active.pointee.mustCheck(before, now)
        ? scope.cancellingRemoved(except: now, effect) : effect
    }
  }
}

extension _ChildIdentity {
  /// Returns the identity of an optional child.
  @MainActor
  @inlinable
  @inline(__always)
  func ofSome(_ child: inout Child?) -> ChildID? {
    if case .some = child { of(&child!) } else { nil }
  }
}

// MARK: - By case

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
  /// - Complexity: Accessing the child is O(1); it is changed in place.
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
