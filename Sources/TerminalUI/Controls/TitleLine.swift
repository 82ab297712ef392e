/// The first line of a screen: what it is about, and at the right end a note, which is whole or not there at all.
public struct TitleLine<Title: View>: View {
  let note: String
  let style: Theme.Role
  let cutsTitle: Bool
  let title: Title

  /// - Parameter cutsTitle: Whether the title is shortened for the note where there is no room for both. Otherwise the
  ///   note is left out.
  public init(_ note: String, style: Theme.Role, cutsTitle: Bool, @ViewBuilder title: () -> Title) {
    self.note = note
    self.style = style
    self.cutsTitle = cutsTitle
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
        if cutsTitle {
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
