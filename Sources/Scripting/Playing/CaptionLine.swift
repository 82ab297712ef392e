import TerminalUI

/// A caption in the screen's last line, with a hint at its right end.
struct CaptionLine: View {
  let caption: String
  let hint: String

  init(_ caption: String, _ hint: String = "") {
    self.caption = caption
    self.hint = hint
  }

  var body: some View {
    VStack {
      Spacer()
      HStack {
        Text(" \(caption)")
        Spacer(minLength: 1)
        Text(hint)
      }
      .background(.selection)
    }
  }
}
