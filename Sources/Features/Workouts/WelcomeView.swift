import TerminalUI

/// The first lines of the first start: what the program is, what to press, and how to leave. A person who has a result
/// does not see them any more.
struct WelcomeView: View {
  let size: Size

  var body: some View {
    KeyNameReader { key in
      if size.height < 12 {
        Paragraph(
          "Choose a challenge: \(key("Enter", "open")) opens it, \(key("s", "start")) starts it. "
            + "\(key("?", "help")) lists the keys, \(key("q", "quit")) quits."
        )
        .style(.accent)
      } else {
        VStack {
          Text("Welcome to Ladder").style(.title)
          Paragraph(
            "Workouts against the clock: one key counts your reps, and every result is kept. "
              + "Choose one with \(key("Enter", "open")), start it with \(key("s", "start")), "
              + "count with \(key("Space", "rep")). "
              + "\(key("?", "help")) lists all keys, \(key("q", "quit")) quits.")
          Divider()
        }
      }
    }
  }
}

extension View {
  /// This screen below the lines of the first start, if this is it.
  @ViewBuilder func welcomeMessage(_ isFirstStart: Bool) -> some View {
    if isFirstStart {
      SizeReader { size in
        VStack {
          WelcomeView(size: size)
          self.expanded()
        }
      }
    } else {
      self
    }
  }
}
