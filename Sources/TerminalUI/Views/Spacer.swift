/// Empty room that takes what a stack has left along its axis.
public struct Spacer: PrimitiveView {
  let minLength: Int

  /// - Parameter minLength: Cells it takes even when there is no room to spare.
  public init(minLength: Int = 0) { self.minLength = minLength }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(minLength, minLength), flexible: .stacked)
  }

  public func draw(in canvas: inout Canvas) {}
}

/// A vertical rule as high as there is room.
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

/// A horizontal rule as wide as there is room.
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
