import TerminalUI

/// An introduction above the catalogue: the purpose of the program and the first keys.
///
/// It is shown until the person has a result.
struct WelcomeView: View {
  let size: Size

  var body: some View {
    KeyNameReader { key in
      if size.height < 12 {
        Paragraph(
          "Choose a challenge: \(key("Enter", "open")) opens it, then \(key("s", "start")) starts it. "
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
  /// Shows the view below the introduction on the first start.
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
