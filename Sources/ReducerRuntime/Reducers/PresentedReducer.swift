/// The reducer of a presented child, which runs on the child in place.
@usableFromInline
protocol PresentedReducer<State, Action> {
  associatedtype State
  associatedtype Action

  /// Whether any child can be ephemeral, so that all of its actions dismiss it.
  var hasEphemeral: Bool { get }

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
  @usableFromInline let ephemeralCheck = EphemeralStateCheck<State, Action>()

  @inlinable
  init(_ child: some Reducer<State, Action>) {
    self.child = ObservedReducer(child._resolvePresentedLazily())
  }

  @inlinable var hasEphemeral: Bool { ephemeralCheck.isNeeded }

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
      return ephemeralCheck.dismisses(&stateAddress.pointee, on: action)
    }
    guard var state = presentation.wrappedValue else { return false }
    return ephemeralCheck.dismisses(&state, on: action)
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
