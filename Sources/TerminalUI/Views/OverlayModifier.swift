/// A view with another on top of it.
public struct OverlayView<Base: View, Top: View>: PrimitiveView {
  let base: Base
  let top: Top
  let alignment: Alignment

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    base.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(base, in: canvas.bounds)
    var presenter = TopLayers(alignment: alignment)
    top.visit(&presenter, &canvas)
  }
}

/// Draws each layer at its own size. An absent one (`if` without `else`) is not visited at all.
private struct TopLayers: ViewVisitor {
  let alignment: Alignment

  mutating func visit<V: View>(_ view: V, _ canvas: inout Canvas) {
    let layout = view.layout(in: canvas.size, canvas.environment)
    let size = Size(
      layout.flexible.contains(.horizontal) ? canvas.size.width : layout.size.width,
      layout.flexible.contains(.vertical) ? canvas.size.height : layout.size.height)
    let place = alignment.place(size, in: canvas.size)
    // What is under it cannot be used, wherever it shows.
    canvas.tappable(.nothing)
    canvas.cover(canvas.bounds)
    // Told line by line, the two would be taken for one.
    if !canvas.environment.drawsPictures { canvas.fill() }
    canvas.draw(ClearedView(content: view), in: place)
  }
}

/// Blanks its room before it draws, so that what is under it does not shine through.
private struct ClearedView<Content: View>: PrimitiveView {
  let content: Content

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  func draw(in canvas: inout Canvas) {
    canvas.environment.style = canvas.theme.text
    canvas.fill()
    content.draw(in: &canvas)
  }
}

extension View {
  /// Draws `top` over this when it is there (`if let`), at its own size.
  public func overlay<Top: View>(
    _ alignment: Alignment = .center, @ViewBuilder _ top: () -> Top
  ) -> OverlayView<Self, Top> {
    OverlayView(base: self, top: top(), alignment: alignment)
  }
}
