/// A button of an alert or dialog, as plain data.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmDelete) { TextState("Delete") }
/// ```
///
/// Two buttons are equal when they say and do the same, whatever their identity.
public struct ButtonState<Action>: Identifiable {
  public let id = PromptID()
  /// What a tap sends.
  public let action: ButtonStateAction<Action>
  /// What it says.
  public let label: TextState
  /// What it is for, where that shows.
  public let role: ButtonStateRole?

  /// A button that sends what `action` says, or only dismisses.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// A button that sends `action`.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Hands a tap's action, `nil` where it has none, to `perform`.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    try perform(action.action)
  }

  /// The same button, its action changed by `transform`.
  public func map<Mapped>(_ transform: (Action?) -> Mapped?) -> ButtonState<Mapped> {
    ButtonState<Mapped>(role: role, action: action.map(transform)) { label }
  }
}

/// What a button is for.
public enum ButtonStateRole: Hashable, Sendable {
  /// It goes back without doing anything.
  case cancel
  /// It does what cannot be undone.
  case destructive
}

/// What tapping a button sends.
public struct ButtonStateAction<Action> {
  /// The action, `nil` where a tap only dismisses.
  public let action: Action?

  /// Sends `action`, or only dismisses where it is `nil`.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// What it sends, changed by `transform`.
  public func map<Mapped>(_ transform: (Action?) -> Mapped?) -> ButtonStateAction<Mapped> {
    .send(transform(action))
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.action == rhs.action && lhs.label == rhs.label && lhs.role == rhs.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self, children: ["role": role as Any, "action": action.action as Any, "label": label],
      displayStyle: .struct)
  }
}

/// Lists buttons: one a line, with `if` and `for`.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  public static func buildLimitedAvailability(
    _ buttons: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    buttons
  }
}
