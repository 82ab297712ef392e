/// A description of a choice between several actions.
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
/// Otherwise it behaves like ``AlertState``.
public struct ConfirmationDialogState<Action>: Identifiable, _EphemeralState {
  public let id = PromptID()
  public var title: TextState
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is drawn.
  ///   - title: The subject of the choice.
  ///   - actions: The buttons to choose from.
  ///   - message: More detail, less prominent than the title.
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

  /// Returns the dialog with its buttons' actions transformed by `transform`.
  public func map<Mapped>(_ transform: (Action?) -> Mapped?) -> ConfirmationDialogState<Mapped> {
    var mapped = ConfirmationDialogState<Mapped>(titleVisibility: titleVisibility) { title }
    mapped.message = message
    mapped.buttons = buttons.map { $0.map(transform) }
    return mapped
  }
}

/// The visibility of a dialog's title.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// The view decides.
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
