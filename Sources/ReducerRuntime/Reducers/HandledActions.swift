import Synchronization

/// The types of actions for which a store's reducers have a child. Recorded in debug builds when the reducers are
/// resolved, so reducing an action costs nothing.
///
/// A store ignores the actions of a child whose `ifLet` or `forEach` is missing: no reducer is there to report them.
package final class HandledActions: Sendable {
  private let types = Mutex<Set<ObjectIdentifier>>([])

  /// Records an operator that runs children with actions of the type `Action`.
  static func record<Action>(_: Action.Type) {
    #if DEBUG
    _ = DependencyValues.current.handledActions?.insert(Action.self)
    #endif
  }

  private func insert(_ type: Any.Type) -> Bool {
    types.withLock { $0.insert(ObjectIdentifier(type)).inserted }
  }

  private func isKnown(_ type: Any.Type) -> Bool {
    types.withLock { $0.contains(ObjectIdentifier(type)) }
  }

  /// Reports an action of a child that no operator runs, once for each type of such actions.
  ///
  /// - Parameter action: An action that the store has reduced, because a child's reducers are resolved at the child's
  ///   first action.
  package func reportUnhandled<Action>(_ action: Action, at location: IssueLocation) {
    var value: Any = action
    // An enum with one payload is inside its parent's action. The actions below an operator are the child's concern.
    while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .enum,
      let (label, payload) = mirror.children.first, let label, !isKnown(type(of: payload))
    {
      value = payload
      guard let childAction = payload as? any ChildAction else { continue }
      let type = type(of: childAction)
      guard insert(type.childAction) else { return }
      location.report(
        """
        No reducer receives the actions of the child '\(label)':

        \(indented(split(String(customDumping: action))).joined(separator: "\n"))

        Add '.\(type.operatorName)(…, action: \\.\(label))' to the body of its parent's reducer.
        """)
      return
    }
  }
}

/// An action of a child that a parent's operator runs.
protocol ChildAction {
  /// The type of the child's own actions.
  static var childAction: Any.Type { get }
  /// The name of the operator.
  static var operatorName: String { get }
}

extension PresentationAction: ChildAction {
  static var childAction: Any.Type { Action.self }
  static var operatorName: String { "ifLet" }
}

extension IdentifiedAction: ChildAction {
  static var childAction: Any.Type { Action.self }
  static var operatorName: String { "forEach" }
}

extension StackAction: ChildAction {
  static var childAction: Any.Type { Action.self }
  static var operatorName: String { "forEach" }
}

extension DependencyValues {
  /// The record of the current store; `nil` in a release build.
  package var handledActions: HandledActions? {
    get { value(of: HandledActionsKey.self) ?? nil }
    set { self[HandledActionsKey.self] = newValue }
  }

  private enum HandledActionsKey: TestDependencyKey {
    static var testValue: HandledActions? { nil }
  }
}
