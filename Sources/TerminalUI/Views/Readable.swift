/// The maximum width of text and tables.
public enum ReadableWidth {
  /// The maximum line length in columns. Longer lines are hard to follow from a name to its values.
  public static let columns = 100
}

/// A view that is limited to the maximum width of text.
public struct ReadableView<Content: View>: PrimitiveView {
  let content: Content

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var layout = content.layout(in: Self.limited(proposal), environment)
    if proposal.width > ReadableWidth.columns, layout.flexible.contains(.horizontal) {
      layout.flexible.remove(.horizontal)
      layout.size.width = ReadableWidth.columns
    }
    return layout
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(content, in: Rect(Self.limited(canvas.size)))
  }

  private static func limited(_ size: Size) -> Size {
    Size(min(size.width, ReadableWidth.columns), size.height)
  }
}

extension View {
  /// Limits the width to ``ReadableWidth/columns``, at the left.
  public func readable() -> ReadableView<Self> { ReadableView(content: self) }
}
