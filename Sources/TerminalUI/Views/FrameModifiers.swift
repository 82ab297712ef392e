/// A view in a frame with a fixed or flexible width and height.
public struct FrameView<Content: View>: PrimitiveView {
  let content: Content
  let width: Int?
  let height: Int?
  let flexible: Axes
  let alignment: Alignment

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let inner = content.layout(in: limited(proposal), environment)
    var axes = inner.flexible.union(flexible)
    if width != nil { axes.remove(.horizontal) }
    if height != nil { axes.remove(.vertical) }
    return Layout(Size(width ?? inner.size.width, height ?? inner.size.height), flexible: axes)
  }

  public func draw(in canvas: inout Canvas) {
    let inner = content.layout(in: canvas.size, canvas.environment)
    let size = Size(
      inner.flexible.contains(.horizontal) ? canvas.size.width : inner.size.width,
      inner.flexible.contains(.vertical) ? canvas.size.height : inner.size.height)
    canvas.draw(content, in: alignment.place(size, in: canvas.size))
  }

  private func limited(_ size: Size) -> Size {
    Size(min(width ?? size.width, size.width), min(height ?? size.height, size.height))
  }
}

/// A view with margins.
public struct PaddedView<Content: View>: PrimitiveView {
  @usableFromInline let content: Content
  @usableFromInline let insets: Insets

  @inlinable
  init(content: Content, insets: Insets) {
    self.content = content
    self.insets = insets
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var layout = content.layout(in: Rect(proposal).inset(by: insets).size, environment)
    layout.size.width += insets.left + insets.right
    layout.size.height += insets.top + insets.bottom
    return layout
  }

  public func isLaidOut(like other: PaddedView) -> Bool {
    insets == other.insets && content.isLaidOut(like: other.content)
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(content, in: canvas.bounds.inset(by: insets))
  }
}

extension View {
  /// Sets the width and the height, in cells; `nil` keeps the view's own.
  public func frame(
    width: Int? = nil, height: Int? = nil, alignment: Alignment = .topLeading
  ) -> FrameView<Self> {
    FrameView(content: self, width: width, height: height, flexible: [], alignment: alignment)
  }

  /// Expands this view along `axes`, with its content at `alignment`.
  public func expanded(_ axes: Axes = .both, alignment: Alignment = .topLeading)
    -> FrameView<Self>
  {
    FrameView(content: self, width: nil, height: nil, flexible: axes, alignment: alignment)
  }

  /// Expands this view along `axes`, with its content in the center.
  public func centered(_ axes: Axes = .both) -> FrameView<Self> {
    expanded(
      axes,
      alignment: Alignment(
        axes.contains(.horizontal) ? .center : .leading,
        axes.contains(.vertical) ? .center : .leading))
  }

  /// Adds `horizontal` columns on the left and on the right, and `vertical` rows above and below.
  @inlinable
  public func padding(_ horizontal: Int = 1, _ vertical: Int = 0) -> PaddedView<Self> {
    padding(Insets(horizontal: horizontal, vertical: vertical))
  }

  @inlinable
  public func padding(_ insets: Insets) -> PaddedView<Self> {
    PaddedView(content: self, insets: insets)
  }
}
