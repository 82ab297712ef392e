import ReducerRuntime

/// A question or a message with the keys that answer it.
///
/// ```swift
/// screen.overlay {
///   if let question { Alert("Quit?", message: question, choices: hints) }
/// }
/// ```
///
/// An alert in the state of a feature needs no keys of its own: see ``View/alert(_:)`` and ``KeyMap/alert(state:action:)``.
public struct Alert: View {
  private struct Choice {
    let hint: Hint
    let label: TextState
    var role = Theme.Role.text
    var target: TapMap.Target?
  }

  private let title: TextState
  private let message: TextState?
  private let choices: [Choice]

  /// Creates an alert.
  ///
  /// - Parameter choices: The keys and their labels, from the current key map.
  public init(_ title: String, message: String = "", choices: [Hint]) {
    self.title = TextState(verbatim: title)
    self.message = message.isEmpty ? nil : TextState(verbatim: message)
    self.choices = choices.map {
      Choice(hint: $0, label: TextState(verbatim: $0.label), target: $0.target)
    }
  }

  /// Creates an alert from its state, with one line per button. An alert without buttons gets one that dismisses it.
  public init<Action>(_ state: AlertState<Action>) {
    title = state.title
    message = state.message
    choices = state.keyedButtons.map { button, keys in
      Choice(
        hint: Hint(keys.map(\.name).joined(separator: "/"), "", name: ""), label: button.label,
        role: button.role == .destructive ? .danger : .text, target: keys.first.map { .key($0) })
    }
  }

  // On small screens the message is omitted, but never the choices.
  public var body: some View {
    ViewThatFits {
      Sheet(title) {
        VStack {
          Text("")
          if let message {
            Paragraph(message)
            Text("")
          }
          answers
          Text("")
        }
      }
      Sheet(title) { answers }
      answers
    }
  }

  private var answers: some View {
    VStack {
      ForEach(choices) { choice in
        HStack(spacing: 1) {
          HintKeys(choice.hint).style(.key)
          Text(choice.label).style(choice.role)
        }
        .tappable(choice.target)
      }
    }
  }
}

extension View {
  /// Draws an alert over this view while there is one. ``KeyMap/alert(state:action:)`` has its keys.
  ///
  /// ```swift
  /// screen.alert(store.alert)
  /// ```
  public func alert<Action>(_ state: AlertState<Action>?) -> some View {
    overlay {
      if let state { Alert(state) }
    }
  }
}

// MARK: - Keys

extension KeyMap {
  /// Returns the same keys, replaced by those of an alert's buttons while the alert is presented.
  ///
  /// ```swift
  /// static let keys = KeyMap<State, Action>([…]).alert(state: \.alert, action: \.alert)
  /// ```
  ///
  /// While the alert is presented, keys that are added to the result (``+(_:_:)``) are inactive too. So a parent has
  /// nothing to turn off if its child's keys come first.
  ///
  /// Esc taps the cancel button; if there is none, Esc dismisses the alert. Enter taps the first button without a role,
  /// or the only button if that one cancels. If there are several, all others have a letter of their label.
  ///
  /// - Parameters:
  ///   - alert: Returns the alert, if it is presented.
  ///   - action: The case of the alert's actions, as for the reducer's `ifLet`.
  public func alert<ButtonAction>(
    state alert: @escaping @Sendable (State) -> AlertState<ButtonAction>?,
    action: CaseKeyPath<Action, PresentationAction<ButtonAction>>
  ) -> KeyMap {
    let path = AnyCasePath(action)
    return KeyMap(observer: observer, rows: allRows) { state, query, visit in
      guard let alert = alert(state) else { return search(state, query, visit) }
      func visitRow(_ keys: [Key], _ label: String, _ button: ButtonAction?) -> Bool {
        var row = KeyRow(keys: keys, label: label, name: "", isHinted: !label.isEmpty)
        guard query.selects(row) else { return true }
        let action = path.embed(button.map { .presented($0) } ?? .dismiss)
        return visit(&row) { _ in action }
      }
      for (button, keys) in alert.keyedButtons {
        let label = String(state: button.label)
        guard visitRow(keys, label, button.action.action) else { return false }
      }
      _ = visitRow([.escape], "", nil)
      // The search ends here, so no other keys are active.
      return false
    }
  }

  /// Whether an alert is presented, which makes all other keys inactive.
  func isModal(in state: State) -> Bool { !search(state, KeyQuery()) { _, _ in true } }
}

extension AlertState {
  /// The buttons with their keys, for the alert's view and its key map.
  fileprivate var keyedButtons: [(button: ButtonState<Action>, keys: [Key])] {
    let buttons = buttons.isEmpty ? [ButtonState { TextState("OK") }] : buttons
    let cancel = buttons.firstIndex { $0.role == .cancel }
    let standard = buttons.firstIndex { $0.role == nil } ?? (buttons.count == 1 ? cancel : nil)
    var letters: Set<Character> = []
    return buttons.enumerated().map { index, button in
      var keys: [Key] = index == standard ? [.enter] : []
      if index == cancel { return (button, [.escape] + keys) }
      let candidates = String(state: button.label).lowercased().filter { $0.isLetter } + "123456789"
      if keys.isEmpty || buttons.count > 1,
        let letter = candidates.first(where: { letters.insert($0).inserted })
      {
        keys.append(.character(letter))
      }
      return (button, keys)
    }
  }
}
