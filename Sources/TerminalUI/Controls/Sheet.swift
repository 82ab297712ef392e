import ReducerRuntime

/// A box with a title, to be laid over a screen with ``View/overlay(_:_:)``.
public struct Sheet<Content: View>: View {
  let title: TextState
  let content: Content

  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(TextState(verbatim: title), content: content)
  }

  /// Creates a box with the title of an alert or a dialog.
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

  /// Creates an alert.
  ///
  /// - Parameter choices: The keys and their labels, from the current key map.
  public init(_ title: String, message: String = "", choices: [Hint]) {
    self.title = TextState(verbatim: title)
    self.message = message.isEmpty ? nil : TextState(verbatim: message)
    self.choices = choices.map { Choice(hint: $0, label: TextState(verbatim: $0.label)) }
  }

  /// Creates an alert from its state, with one line per button. An alert without buttons gets one that dismisses it.
  ///
  /// ```swift
  /// if let alert = store.alert {
  ///   Alert(alert) { $0.role == .cancel ? "Esc" : "Enter" }
  /// }
  /// ```
  ///
  /// - Parameter keys: Returns the names of the keys that tap a button, from the current key map.
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
        .tappable(choice.hint)
      }
    }
  }
}
