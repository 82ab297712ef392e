/// An action that separates the actions a view may send from all others.
///
/// ```swift
/// enum Action: ViewAction {
///   case historyResponse(Result<[Workout], any Error>)
///   case view(View)
///
///   enum View { case startButtonTapped }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The actions that the view sends.
  associatedtype ViewAction

  /// Wraps an action of the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view with a store that it sends view actions to. ``ViewAction(for:)`` writes the conformance.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  associatedtype StoreState
  associatedtype StoreAction: ViewAction

  /// The store that the view displays.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action to the store: `send(.startButtonTapped)`.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
