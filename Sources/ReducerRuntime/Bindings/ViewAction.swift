/// An action that keeps what a view may send apart from the rest.
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
  /// What a view may send.
  associatedtype ViewAction

  /// Something happened in the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view with a store that it sends view actions to. ``ViewAction(for:)`` writes the conformance.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  associatedtype StoreState
  associatedtype StoreAction: ViewAction

  /// The store that the view shows.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends one of the actions that are the view's to send: `send(.startButtonTapped)`.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
