/// The width to which text and tables keep.
public enum ReadableWidth {
  /// In a longer line the eye loses its row between a name and what belongs to it.
  public static let columns = 100
}

/// A view that takes no more columns than a line of text has, however many there are.
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
  /// Gives this no more than ``ReadableWidth/columns``, at the left.
  public func readable() -> ReadableView<Self> { ReadableView(content: self) }
}
