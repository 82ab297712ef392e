/// The first line of a screen: a title, and at the right end a note that is never truncated.
public struct TitleLine<Title: View>: View {
  let note: String
  let style: Theme.Role
  let shouldTruncateTitle: Bool
  let title: Title

  /// Creates a title line.
  ///
  /// - Parameter shouldTruncateTitle: Whether the title is truncated if there isn't enough space for both. Otherwise the note
  ///   is left out.
  public init(
    _ note: String, style: Theme.Role, shouldTruncateTitle: Bool, @ViewBuilder title: () -> Title
  ) {
    self.note = note
    self.style = style
    self.shouldTruncateTitle = shouldTruncateTitle
    self.title = title()
  }

  public var body: some View {
    SizeReader { size in
      ViewThatFits {
        HStack {
          title
          Spacer(minLength: 2)
          Text(note).style(style)
        }
        if shouldTruncateTitle {
          HStack {
            title.frame(width: max(0, size.width - TextWidth.width(of: note) - 2))
            Spacer(minLength: 2)
            Text(note).style(style)
          }
        } else {
          title
        }
      }
    }
    .readable().frame(height: 1)
  }
}
