/// A view with another one on top. Of several overlays, also of views in `base`, only the last one is drawn.
public struct OverlayView<Base: View, Top: View>: PrimitiveView {
  let base: Base
  let top: Top
  let alignment: Alignment

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    base.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    var counter = LayerCounter()
    var count = 0
    top.visit(&counter, &count)
    let isCovered = canvas.environment.isCovered
    canvas.environment.isCovered = isCovered || count > 0
    canvas.draw(base, in: canvas.bounds)
    canvas.environment.isCovered = isCovered
    guard !isCovered else { return }
    var painter = OverlayPainter(alignment: alignment, hiddenCount: count - 1)
    top.visit(&painter, &canvas)
  }
}

/// A visitor that counts layers. An absent layer (`if` without `else`) isn't visited.
private struct LayerCounter: ViewVisitor {
  mutating func visit<V: View>(_ view: V, _ count: inout Int) { count += 1 }
}

/// A visitor that draws the last layer at its own size.
private struct OverlayPainter: ViewVisitor {
  let alignment: Alignment
  /// The number of layers below the last one.
  var hiddenCount: Int

  mutating func visit<V: View>(_ view: V, _ canvas: inout Canvas) {
    guard hiddenCount == 0 else {
      hiddenCount -= 1
      return
    }
    let layout = view.layout(in: canvas.size, canvas.environment)
    let size = Size(
      layout.flexible.contains(.horizontal) ? canvas.size.width : layout.size.width,
      layout.flexible.contains(.vertical) ? canvas.size.height : layout.size.height)
    let place = alignment.place(size, in: canvas.size)
    // An overlay is modal: the visible parts of the view below can't be tapped.
    canvas.tappable(.blocked)
    canvas.cover(canvas.bounds)
    // Read aloud line by line, the two would be mixed up.
    if !canvas.environment.canDrawGraphics { canvas.fill() }
    canvas.draw(ClearedView(content: view), in: place)
  }
}

/// A view that clears its background before it draws.
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
  /// Draws `top` over this view at its own size, if present (`if let`).
  public func overlay<Top: View>(
    _ alignment: Alignment = .center, @ViewBuilder _ top: () -> Top
  ) -> OverlayView<Self, Top> {
    OverlayView(base: self, top: top(), alignment: alignment)
  }
}
