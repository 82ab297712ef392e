/// State that any of its actions dismisses, as each button of an alert does.
///
/// ``AlertState`` and ``ConfirmationDialogState`` are such; a state of your own becomes one by conforming.
public protocol _EphemeralState<Action> {
  associatedtype Action
}

/// Tells whether an action dismisses the child it is for. Most children are not dismissed so, and cost nothing.
@usableFromInline
struct Ephemerality<ChildState, ChildAction> {
  @usableFromInline typealias Check = (inout ChildState, ChildAction) -> Bool

  /// Whether there is anything to ask.
  @usableFromInline let isPossible: Bool
  // Not an optional: a closure in one is kept as generic code wants it, and to call it would cost an allocation.
  @usableFromInline let check: Check

  @usableFromInline
  init() {
    if ChildState.self is any _EphemeralState.Type {
      (isPossible, check) = (true, { _, _ in true })
    } else if let type = ChildState.self as? any CaseReducerState.Type,
      let known = Self.check(type) as? Check
    {
      (isPossible, check) = (true, known)
    } else if ChildState.self is any CasePathable.Type {
      (isPossible, check) = (true, { Self.isPrompt(in: $0, dismissedBy: $1) })
    } else {
      (isPossible, check) = (false, { _, _ in false })
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

  /// For an enum written by hand, which nobody has said the cases of.
  ///
  /// - Complexity: Two mirrors: an allocation or two, which an enum that `@Reducer` writes does without.
  private static func isPrompt(in child: ChildState, dismissedBy action: ChildAction) -> Bool {
    guard
      let state = Mirror(reflecting: child).children.first?.value as? any _EphemeralState,
      let payload = Mirror(reflecting: action).children.first?.value
    else { return false }
    func takes<Known: _EphemeralState>(_ state: Known) -> Bool { payload is Known.Action }
    return takes(state)
  }
}
