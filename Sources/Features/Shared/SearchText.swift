import TerminalUI

/// The text that filters a list, after a slash.
struct SearchText: View {
  let input: TextField
  /// Whether typed characters go into it.
  let isEdited: Bool

  var body: some View {
    HStack {
      Text("/")
      TextFieldView(input, isFocused: isEdited)
    }
    .style(.accent)
  }
}
