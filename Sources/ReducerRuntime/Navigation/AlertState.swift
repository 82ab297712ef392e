/// An alert, as plain data: what it says, and what its buttons send.
///
/// ```swift
/// @Presents var alert: AlertState<Action.Alert>?
///
/// state.alert = AlertState {
///   TextState("Delete workout?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDelete) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// } message: {
///   TextState("It cannot be brought back.")
/// }
/// ```
///
/// `.ifLet(\.$alert, action: \.alert)` dismisses it after any of its actions. Two alerts are equal when they say and do
/// the same, whatever their identity.
public struct AlertState<Action>: Identifiable, _EphemeralState {
  public let id = PromptID()
  public var title: TextState
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  /// - Parameters:
  ///   - title: What it says.
  ///   - actions: Its buttons; where there are none, whoever draws it offers one that dismisses.
  ///   - message: What it says in smaller letters.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }

  /// The same alert, its buttons' actions changed by `transform`.
  public func map<Mapped>(_ transform: (Action?) -> Mapped?) -> AlertState<Mapped> {
    var mapped = AlertState<Mapped>(title: { title })
    mapped.message = message
    mapped.buttons = buttons.map { $0.map(transform) }
    return mapped
  }
}

extension AlertState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self, children: ["title": title, "message": message as Any, "buttons": buttons],
      displayStyle: .struct)
  }
}
