import ReducerRuntime

/// Content in a titled box, to be laid over a screen with ``View/overlay(_:_:)``.
public struct Sheet<Content: View>: View {
  let title: TextState
  let content: Content

  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(TextState(verbatim: title), content: content)
  }

  /// Content under the title of an alert or a dialog.
  public init(_ title: TextState, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  public var body: some View {
    content.padding(1, 0).border(title, .accent)
  }
}

/// A question or a message with the keys that answer it.
///
/// ```swift
/// screen.overlay {
///   if let question { Alert("Quit?", message: question, choices: hints) }
/// }
/// ```
public struct Alert: View {
  private struct Choice {
    let hint: Hint
    let label: TextState
    var role = Theme.Role.text
  }

  private let title: TextState
  private let message: TextState?
  private let choices: [Choice]

  /// - Parameter choices: Keys and what they do, from the key map in force.
  public init(_ title: String, message: String = "", choices: [Hint]) {
    self.title = TextState(verbatim: title)
    self.message = message.isEmpty ? nil : TextState(verbatim: message)
    self.choices = choices.map { Choice(hint: $0, label: TextState(verbatim: $0.label)) }
  }

  /// What an alert's state says, its buttons one below the other; one that dismisses where it has none.
  ///
  /// ```swift
  /// if let alert = store.alert {
  ///   Alert(alert) { $0.role == .cancel ? "Esc" : "Enter" }
  /// }
  /// ```
  ///
  /// - Parameter keys: Names the keys that tap a button, as the key map in force has them.
  public init<Action>(_ state: AlertState<Action>, keys: (ButtonState<Action>) -> String) {
    title = state.title
    message = state.message
    let buttons =
      state.buttons.isEmpty ? [ButtonState(role: .cancel) { TextState("OK") }] : state.buttons
    choices = buttons.map {
      Choice(
        hint: Hint(keys($0), "", name: ""), label: $0.label,
        role: $0.role == .destructive ? .danger : .text)
    }
  }

  /// Where there is little room the answers stay, and the rest goes.
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
        .tappable(choice.hint)
      }
    }
  }
}
