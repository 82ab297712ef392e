/// State that any of its actions dismisses, as each button of an alert does.
///
/// ``AlertState`` and ``ConfirmationDialogState`` are such; a state of your own becomes one by conforming.
public protocol _EphemeralState<Action> {
  associatedtype Action
}

/// Tells whether an action dismisses the child it is for. Most children are not dismissed so, and cost nothing.
struct Ephemerality<ChildState, ChildAction> {
  private let check: ((inout ChildState, ChildAction) -> Bool)?

  init() {
    if ChildState.self is any _EphemeralState.Type {
      check = { _, _ in true }
    } else if let type = ChildState.self as? any CaseReducerState.Type {
      check = Self.check(type) as? (inout ChildState, ChildAction) -> Bool
    } else if ChildState.self is any CasePathable.Type {
      check = { Self.isPrompt(in: $0, dismissedBy: $1) }
    } else {
      check = nil
    }
  }

  /// Whether there is anything to ask.
  var isPossible: Bool { check != nil }

  @inline(__always)
  func dismisses(_ child: inout ChildState, on action: ChildAction) -> Bool {
    check?(&child, action) ?? false
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
