/// An empty view that expands along the axis of its stack.
public struct Spacer: PrimitiveView {
  let minLength: Int

  /// - Parameter minLength: The minimum length in cells.
  public init(minLength: Int = 0) { self.minLength = minLength }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(minLength, minLength), flexible: .stacked)
  }

  public func draw(in canvas: inout Canvas) {}
}

/// A vertical line over the available height.
public struct VerticalDivider: PrimitiveView {
  public init() {}

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(1, 0), flexible: .vertical)
  }

  public func draw(in canvas: inout Canvas) {
    canvas.fill(
      Rect(x: 0, y: 0, width: 1, height: canvas.size.height), with: canvas.glyphs.box.vertical,
      style: canvas.theme.border)
  }
}

/// A horizontal line over the available width.
public struct Divider: PrimitiveView {
  public init() {}

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(0, 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    canvas.fill(
      Rect(x: 0, y: 0, width: canvas.size.width, height: 1), with: canvas.glyphs.box.horizontal,
      style: canvas.theme.border)
  }
}
