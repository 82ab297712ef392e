import ReducerRuntime

/// A box with a title, to be laid over a screen with ``View/overlay(_:_:)``.
public struct Sheet<Content: View>: View {
  let title: TextState
  let content: Content

  /// Creates a box.
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
