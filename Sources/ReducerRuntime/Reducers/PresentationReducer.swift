extension Reducer {
  /// Runs a child reducer while the child is presented.
  ///
  /// Same as ``ifLet(_:action:then:fileID:filePath:line:column:)``. In addition, `dismiss` sets the child's state to
  /// `nil` after this reducer has received the action.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$timer, action: \.timer) { WorkoutTimer() }
  /// ```
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentationReducer<Self, Child> {
    _PresentationReducer(
      parent: self, child: destination(), toPresentation: toPresentation,
      toPresentationAction: AnyCasePath(toPresentationAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Dismisses an alert, or other ephemeral state, after this reducer received an action of that state. The action's
  /// type may differ from the one that the state declares.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$alert, action: \.alert)
  /// ```
  public func ifLet<ChildState: _EphemeralState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentationReducer<Self, EmptyReducer<ChildState, ChildAction>> {
    ifLet(
      toPresentation, action: toPresentationAction,
      destination: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer that presents a child.
public struct _PresentationReducer<Parent: Reducer, Child: Reducer>: _ReducerOperator {
  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline
  let toPresentation: any WritableKeyPath<Parent.State, PresentationState<Child.State>> & Sendable
  @usableFromInline
  let toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Child.Action>>
  @usableFromInline let location: IssueLocation

  @usableFromInline
  init(
    parent: Parent, child: Child,
    toPresentation: any WritableKeyPath<Parent.State, PresentationState<Child.State>> & Sendable,
    toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Child.Action>>,
    location: IssueLocation
  ) {
    self.parent = parent
    self.child = child
    self.toPresentation = toPresentation
    self.toPresentationAction = toPresentationAction
    self.location = location
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    resolve { PresentedStateReducer(child) }
  }

  @inlinable
  func resolve<Presented: PresentedReducer<Child.State, Child.Action>>(
    _ presented: () -> Presented
  ) -> ResolvedReducer<Parent.State, Parent.Action> {
    let resolved = ResolvedPresentation(
      path: StatePath(toPresentation), toAction: toPresentationAction, parent: parent._resolve(),
      child: presented(), scope: ChildScope(site: CancelID(toPresentation)), location: location)
    return { resolved.reduce(&$0, $1) }
  }
}

/// A ``_PresentationReducer`` with all its paths resolved.
///
/// It is a class, because a closure would retain each of its captures for each action.
@usableFromInline
final class ResolvedPresentation<State, Action, Child: PresentedReducer> {
  @usableFromInline typealias ChildState = Child.State
  @usableFromInline typealias ChildAction = Child.Action

  @usableFromInline let path: StatePath<State, PresentationState<ChildState>>
  @usableFromInline let extract: @Sendable (Action) -> PresentationAction<ChildAction>?
  @usableFromInline let embed: @Sendable (PresentationAction<ChildAction>) -> Action
  @usableFromInline let parent: ResolvedReducer<State, Action>
  @usableFromInline let child: Child
  @usableFromInline let scope: ChildScope<ChildAction, Action>
  @usableFromInline let active: UnsafeMutablePointer<ActiveChildren.Record>
  @usableFromInline let location: IssueLocation

  @usableFromInline
  init(
    path: StatePath<State, PresentationState<ChildState>>,
    toAction: AnyCasePath<Action, PresentationAction<ChildAction>>,
    parent: @escaping ResolvedReducer<State, Action>,
    child: Child, scope: ChildScope<ChildAction, Action>, location: IssueLocation
  ) {
    self.path = path
    extract = toAction.extracting
    embed = toAction.embedding
    self.parent = parent
    self.child = child
    self.scope = scope
    active = scope.record
    self.location = location
  }

  @MainActor
  @inlinable
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    let isEmpty = active.pointee.count == 0 && path.read(&state) { $0.storage == nil }
    if isEmpty, case nil = extract(action) {
      // The parent may present a child now, but no earlier child has effects to cancel.
      return parent(&state, action)
    }
    return reduceBoth(&state, action)
  }

  // Separate from `reduce`, so that the common path (no child, or an action of another feature) stays short.
  @MainActor
  @inlinable
  @inline(never)
  func reduceBoth(_ state: inout State, _ action: Action) -> Effect<Action> {
    let before = presented(in: &state)
    var effect = Effect<Action>.none
    var isDismissed = false
    if let presentationAction = extract(action) {
      if let before {
        switch presentationAction {
        case .dismiss:
          isDismissed = true
        case .presented(let childAction):
          if child.hasEphemeral {
            isDismissed = path.read(&state) { child.isDismissed(&$0, by: childAction) }
          }
          effect = reduceChild(&state, childAction, before)
        }
      } else {
        location.reportAbsentChild(action, operator: "ifLet")
      }
    }
    effect = effect.merge(with: parent(&state, action))
    var now = presented(in: &state)
    if isDismissed, now == before {
      // The child is removed through the property, so that its observers are notified.
      path.set(PresentationState(wrappedValue: nil), in: &state)
      now = nil
    }
    return active.pointee.mustCheck(before, now)
      ? scope.cancellingRemoved(except: now, effect) : effect
  }

  /// Returns the identity of the presented child, or `nil` if there is none.
  @MainActor
  @inlinable
  @inline(__always)
  func presented(in state: inout State) -> ChildID? {
    path.read(&state) { child.identity(&$0) }
  }

  @MainActor
  @inlinable
  @inline(__always)
  func reduceChild(
    _ state: inout State, _ action: ChildAction, _ identity: ChildID
  ) -> Effect<Action> {
    var isReplaced = false
    let effect = path.modify(&state) { child.reduce(&$0, action, isReplaced: &isReplaced) }
    if isReplaced { path.didReplace(in: &state) }
    return effect.isNone ? .none : embed(effect, of: identity)
  }

  @MainActor
  @usableFromInline
  func embed(_ effect: Effect<ChildAction>, of identity: ChildID) -> Effect<Action> {
    scope.embed(effect, of: identity) { [embed] in
      embed(.dismiss)
    } by: { [embed] in
      embed(.presented($0))
    }
  }
}

/// The reducer of a presented child, which runs on the child in place.
@usableFromInline
protocol PresentedReducer<State, Action> {
  associatedtype State
  associatedtype Action

  /// Whether a child can be ephemeral, which means that any of its actions dismisses it.
  @MainActor var hasEphemeral: Bool { get }

  /// Returns the identity of the presented child, or `nil` if there is none.
  ///
  /// - Parameter presentation: Only read; `inout` to avoid a copy.
  @MainActor func identity(_ presentation: inout PresentationState<State>) -> ChildID?

  /// Returns whether `action` dismisses the presented child.
  @MainActor func isDismissed(
    _ presentation: inout PresentationState<State>, by action: Action
  ) -> Bool

  /// Reduces an action of the presented child.
  ///
  /// - Parameter isReplaced: Set to `true` if observers of the property that holds the child must be notified.
  @MainActor func reduce(
    _ presentation: inout PresentationState<State>, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action>
}

/// A reducer that gets the child's whole state.
@usableFromInline
struct PresentedStateReducer<State, Action>: PresentedReducer {
  @usableFromInline let child: ObservedReducer<State, Action>
  @usableFromInline let childIdentity = _ChildIdentity<State>.make()
  @usableFromInline let ephemeralCheck = Deferred { EphemeralStateCheck<State, Action>() }

  @inlinable
  init(_ child: some Reducer<State, Action>) {
    self.child = ObservedReducer(child._resolvePresentedLazily())
  }

  @inlinable var hasEphemeral: Bool { ephemeralCheck.value.isNeeded }

  @inlinable
  @inline(__always)
  func identity(_ presentation: inout PresentationState<State>) -> ChildID? {
    if let stateAddress = presentation.stateAddress {
      return childIdentity.of(&stateAddress.pointee)
    }
    guard var state = presentation.wrappedValue else { return nil }
    return childIdentity.of(&state)
  }

  @inlinable
  @inline(__always)
  func isDismissed(_ presentation: inout PresentationState<State>, by action: Action) -> Bool {
    if let stateAddress = presentation.stateAddress {
      return ephemeralCheck.value.dismisses(&stateAddress.pointee, on: action)
    }
    guard var state = presentation.wrappedValue else { return false }
    return ephemeralCheck.value.dismisses(&state, on: action)
  }

  @inlinable
  @inline(__always)
  func reduce(
    _ presentation: inout PresentationState<State>, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action> {
    presentation.makeUnique()
    guard let stateAddress = presentation.stateAddress else {
      return child(&presentation.wrappedValue!, action, isReplaced: &isReplaced)
    }
    return child(&stateAddress.pointee, action, isReplaced: &isReplaced)
  }
}
