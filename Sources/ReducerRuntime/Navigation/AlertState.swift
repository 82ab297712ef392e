import Synchronization

/// A description of an alert: its texts, and the actions of its buttons.
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
///   TextState("This cannot be undone.")
/// }
/// ```
///
/// `.ifLet(\.$alert, action: \.alert)` dismisses it after any of its actions. Equality compares texts and actions,
/// not the identity.
public struct AlertState<Action>: Identifiable, _EphemeralState {
  public let id = PromptID()
  /// The title.
  public var title: TextState
  /// The message, less prominent than the title, if any.
  public var message: TextState?
  /// The buttons, in the order of the view.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons; if there are none, the view adds one that dismisses the alert.
  ///   - message: The message, less prominent than the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    buttons = actions()
  }
}

/// A description of a choice between several actions. A terminal draws it like an alert.
public typealias ConfirmationDialogState<Action> = AlertState<Action>

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

// MARK: - Buttons

/// A description of a button of an alert or dialog.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmDelete) { TextState("Delete") }
/// ```
///
/// Equality compares texts and actions, not the identity.
public struct ButtonState<Action>: Identifiable {
  public let id = PromptID()
  /// The action that a tap sends.
  public let action: ButtonStateAction<Action>
  /// The text of the button.
  public let label: TextState
  /// The role of the button, if it has one.
  public let role: ButtonStateRole?

  /// Creates a button that sends the action in `action`, or only dismisses the alert.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button that sends `action`.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }
}

/// The role of a button.
public enum ButtonStateRole: Hashable, Sendable {
  /// Cancels without any effect.
  case cancel
  /// Does something that cannot be undone.
  case destructive
}

/// The action that tapping a button sends.
public struct ButtonStateAction<Action> {
  /// The action, or `nil` if a tap only dismisses.
  public let action: Action?

  /// Sends `action`, or only dismisses if it is `nil`.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
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

/// A result builder for a list of buttons, one per line, with `if` and `for`.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// Returns the button of an expression as a list.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// Returns the buttons of all statements.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  /// Returns the buttons of all iterations of a `for`.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    Array(buttons.joined())
  }

  /// Returns the buttons of an `if`, or none.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  /// Returns the buttons of an `if`'s first branch.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  /// Returns the buttons of an `if`'s second branch.
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  /// Returns the buttons of an `if #available`.
  public static func buildLimitedAvailability(
    _ buttons: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    buttons
  }
}

/// An identifier of one alert, dialog or button, unique even among equal ones.
public struct PromptID: Hashable, Sendable {
  private let number: UInt64

  private static let last = Atomic<UInt64>(0)

  init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

// MARK: - Ephemeral state

/// State that is dismissed by any of its actions, like an alert by any of its buttons.
///
/// ``AlertState`` conforms; a type of your own may conform as well.
public protocol _EphemeralState<Action> {
  associatedtype Action
}

/// A check whether an action dismisses its child. Most types don't need it.
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

  /// Returns whether `action` dismisses `child`. Uses reflection, for an enum without generated case information.
  ///
  /// - Complexity: Two mirrors with one or two allocations, which `@Reducer` on the enum avoids.
  private static func isEphemeral(in child: ChildState, dismissedBy action: ChildAction) -> Bool {
    guard
      let state = Mirror(reflecting: child).children.first?.value as? any _EphemeralState,
      let payload = Mirror(reflecting: action).children.first?.value
    else { return false }
    func accepts<Known: _EphemeralState>(_ state: Known) -> Bool { payload is Known.Action }
    return accepts(state)
  }
}
