/// A choice between several actions, as plain data.
///
/// ```swift
/// state.dialog = ConfirmationDialogState {
///   TextState("Export as")
/// } actions: {
///   ButtonState(action: .exportTapped(.csv)) { TextState("CSV") }
///   ButtonState(action: .exportTapped(.json)) { TextState("JSON") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// }
/// ```
///
/// As ``AlertState`` in all else.
public struct ConfirmationDialogState<Action>: Identifiable, _EphemeralState {
  public let id = PromptID()
  public var title: TextState
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  /// - Parameters:
  ///   - titleVisibility: Whether the title is drawn.
  ///   - title: What the choice is about.
  ///   - actions: What may be chosen.
  ///   - message: More about it, in smaller letters.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.titleVisibility = titleVisibility
    self.title = title()
    self.message = message?()
    buttons = actions()
  }

  /// The same dialog, its buttons' actions changed by `transform`.
  public func map<Mapped>(_ transform: (Action?) -> Mapped?) -> ConfirmationDialogState<Mapped> {
    var mapped = ConfirmationDialogState<Mapped>(titleVisibility: titleVisibility) { title }
    mapped.message = message
    mapped.buttons = buttons.map { $0.map(transform) }
    return mapped
  }
}

/// Whether a dialog's title is drawn.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// As whoever draws it thinks best.
  case automatic
  case hidden
  case visible
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.titleVisibility == rhs.titleVisibility
      && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "title": title, "titleVisibility": titleVisibility, "message": message as Any,
        "buttons": buttons,
      ],
      displayStyle: .struct)
  }
}
