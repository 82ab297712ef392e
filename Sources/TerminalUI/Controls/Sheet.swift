/// Content in a titled box, to be laid over a screen with ``View/overlay(_:_:)``.
public struct Sheet<Content: View>: View {
  let title: String
  let content: Content

  public init(_ title: String, @ViewBuilder content: () -> Content) {
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
  let title: String
  let message: String
  let choices: [Hint]

  /// - Parameter choices: Keys and what they do, from the key map in force.
  public init(_ title: String, message: String = "", choices: [Hint]) {
    self.title = title
    self.message = message
    self.choices = choices
  }

  /// Where there is little room the answers stay, and the rest goes.
  public var body: some View {
    ViewThatFits {
      Sheet(title) {
        VStack {
          Text("")
          if !message.isEmpty {
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
          Text(choice.keys).style(.key)
          Text(choice.label)
        }
      }
    }
  }
}

/// Keys and labels in two columns: the `?` overlay.
public struct HelpView: View {
  let title: String
  let hints: [Hint]

  public init(_ title: String = "Keys", _ hints: [Hint]) {
    self.title = title
    self.hints = hints
  }

  public var body: some View {
    let width = hints.reduce(0) { max($0, TextWidth.width(of: $1.keys)) }
    Sheet(title) {
      VStack {
        ForEach(hints) { hint in
          HStack(spacing: 2) {
            Text(hint.keys).style(.key).frame(width: width)
            Text(hint.label)
          }
        }
      }
    }
  }
}
