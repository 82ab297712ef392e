/// State that any of its actions dismisses, as each button of an alert does.
///
/// ``AlertState`` conforms; a type of your own may conform as well.
public protocol _EphemeralState<Action> {
  associatedtype Action
}

/// A check whether an action dismisses its child. For most types it is known to be unnecessary.
@usableFromInline
struct EphemeralStateCheck<ChildState, ChildAction> {
  @usableFromInline typealias Check = (inout ChildState, ChildAction) -> Bool

  /// Whether the check can return `true` at all.
  @usableFromInline let isNeeded: Bool
  // Not an optional: a closure inside an optional is reabstracted, and each call would allocate.
  @usableFromInline let check: Check

  @usableFromInline
  init() {
    if ChildState.self is any _EphemeralState.Type {
      (isNeeded, check) = (true, { _, _ in true })
    } else if let type = ChildState.self as? any CaseReducerState.Type,
      let known = Self.check(type) as? Check
    {
      (isNeeded, check) = (true, known)
    } else if ChildState.self is any CasePathable.Type {
      (isNeeded, check) = (true, { Self.isEphemeral(in: $0, dismissedBy: $1) })
    } else {
      (isNeeded, check) = (false, { _, _ in false })
    }
  }

  @inlinable
  @inline(__always)
  func dismisses(_ child: inout ChildState, on action: ChildAction) -> Bool {
    check(&child, action)
  }

  private static func check<Known: CaseReducerState>(_ type: Known.Type) -> Any {
    { (state: inout Known, action: Known.StateReducer.Action) -> Bool in
      Known.StateReducer._dismisses(state, on: action)
    }
  }

  /// For an enum without generated case information.
  ///
  /// - Complexity: Two mirrors with one or two allocations, which an enum written by `@Reducer` avoids.
  private static func isEphemeral(in child: ChildState, dismissedBy action: ChildAction) -> Bool {
    guard
      let state = Mirror(reflecting: child).children.first?.value as? any _EphemeralState,
      let payload = Mirror(reflecting: action).children.first?.value
    else { return false }
    func accepts<Known: _EphemeralState>(_ state: Known) -> Bool { payload is Known.Action }
    return accepts(state)
  }
}
