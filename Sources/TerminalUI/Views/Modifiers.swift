import ReducerRuntime

// MARK: - Frames

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

/// A view that has no size in plain output.
public struct GraphicalView<Content: View>: PrimitiveView {
  let content: Content

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    environment.canDrawGraphics ? content.layout(in: proposal, environment) : Layout(.zero)
  }

  public func isLaidOut(like other: GraphicalView) -> Bool {
    content.isLaidOut(like: other.content)
  }

  public func columnsChanged(
    since old: GraphicalView, in size: Size, _ environment: Environment
  ) -> Range<Int> { content.columnsChanged(since: old.content, in: size, environment) }

  public func draw(in canvas: inout Canvas) {
    if canvas.environment.canDrawGraphics { content.draw(in: &canvas) }
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

  public func columnsChanged(
    since old: PaddedView, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    let inner = Rect(size).inset(by: insets)
    let changed = content.columnsChanged(since: old.content, in: inner.size, environment)
    return changed.lowerBound + inner.minX..<changed.upperBound + inner.minX
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(content, in: canvas.bounds.inset(by: insets))
  }
}

extension View {
  /// Omits this view from plain output: it has no words, or a screen reader would read it aloud after each rep.
  public func omittedFromPlainOutput() -> GraphicalView<Self> { GraphicalView(content: self) }

  /// Sets the width and height in cells; `nil` keeps the view's own.
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

  /// Adds a margin at each edge.
  @inlinable
  public func padding(_ insets: Insets) -> PaddedView<Self> {
    PaddedView(content: self, insets: insets)
  }
}

// MARK: - Styles

/// A view drawn in a different style.
public struct StyledView<Content: View>: PrimitiveView {
  @usableFromInline
  enum Source: Equatable {
    case role(Theme.Role)
    case style(Style)
  }

  @usableFromInline let content: Content
  @usableFromInline let source: Source
  @usableFromInline let fills: Bool

  // Inlinable like its callers, so that the view's type is known at compile time instead of being looked up per frame.
  @inlinable
  init(content: Content, source: Source, fills: Bool) {
    self.content = content
    self.source = source
    self.fills = fills
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  public func isLaidOut(like other: StyledView) -> Bool { content.isLaidOut(like: other.content) }

  public func columnsChanged(
    since old: StyledView, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    source == old.source && fills == old.fills
      ? content.columnsChanged(since: old.content, in: size, environment) : 0..<size.width
  }

  public func draw(in canvas: inout Canvas) {
    let style =
      switch source {
      case .role(let role): canvas.theme[role]
      case .style(let style): style
      }
    let saved = canvas.environment.style
    canvas.environment.style = style.over(saved)
    if fills { canvas.fill() }
    content.draw(in: &canvas)
    canvas.environment.style = saved
  }
}

extension View {
  /// Draws this view in the theme's style for `role`, laid over the inherited style.
  @inlinable
  public func style(_ role: Theme.Role) -> StyledView<Self> {
    StyledView(content: self, source: .role(role), fills: false)
  }

  /// Draws this view in a style laid over the inherited one. Prefer ``style(_:)`` with a role.
  @inlinable
  public func styled(_ style: Style) -> StyledView<Self> {
    StyledView(content: self, source: .style(style), fills: false)
  }

  /// Draws this view in bold.
  @inlinable
  public func bold() -> StyledView<Self> { styled(.bold) }

  /// Fills the background in the theme's style for `role`.
  public func background(_ role: Theme.Role) -> StyledView<Self> {
    StyledView(content: self, source: .role(role), fills: true)
  }
}

// MARK: - Borders

/// A view in a box, with a title in the upper edge.
public struct BorderedView<Content: View>: PrimitiveView {
  let content: Content
  let title: Text?
  let role: Theme.Role

  private static var insets: Insets { Insets(horizontal: 1, vertical: 1) }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var layout = content.layout(in: Rect(proposal).inset(by: Self.insets).size, environment)
    // There is a blank and a piece of the line on either side of the title.
    let titleWidth = title.map { TextWidth.width(of: $0.content) + 4 } ?? 0
    layout.size = Size(max(layout.size.width, titleWidth) + 2, layout.size.height + 2)
    return layout
  }

  public func draw(in canvas: inout Canvas) {
    canvas.drawBox(role)
    if let title, canvas.size.width > 6 {
      let width = min(TextWidth.width(of: title.content), canvas.size.width - 6)
      canvas.fill(Rect(x: 2, y: 0, width: width + 2, height: 1))
      canvas.draw(title.style(.title), in: Rect(x: 3, y: 0, width: width, height: 1))
    }
    canvas.draw(content, in: canvas.bounds.inset(by: Self.insets))
  }
}

extension Canvas {
  /// Draws a box along the canvas's edges.
  mutating func drawBox(_ role: Theme.Role) {
    let style = theme[role]
    let box = glyphs.box
    let right = size.width - 1
    let bottom = size.height - 1
    guard right > 0, bottom > 0 else { return }
    fill(Rect(x: 1, y: 0, width: right - 1, height: 1), with: box.horizontal, style: style)
    fill(Rect(x: 1, y: bottom, width: right - 1, height: 1), with: box.horizontal, style: style)
    fill(Rect(x: 0, y: 1, width: 1, height: bottom - 1), with: box.vertical, style: style)
    fill(Rect(x: right, y: 1, width: 1, height: bottom - 1), with: box.vertical, style: style)
    put(box.topLeft, at: Point(0, 0), style: style)
    put(box.topRight, at: Point(right, 0), style: style)
    put(box.bottomLeft, at: Point(0, bottom), style: style)
    put(box.bottomRight, at: Point(right, bottom), style: style)
  }
}

extension View {
  /// Draws a box around this view.
  public func border(_ title: String? = nil, _ role: Theme.Role = .border) -> BorderedView<Self> {
    BorderedView(content: self, title: title.map { Text($0) }, role: role)
  }

  /// Draws a box around this view, with the text of an alert or a dialog in its upper edge.
  public func border(_ title: TextState, _ role: Theme.Role = .border) -> BorderedView<Self> {
    BorderedView(content: self, title: Text(title), role: role)
  }
}

// MARK: - Overlays

/// A view with another view on top. If there are several overlays, including those in `base`, only the last is drawn.
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
    // An overlay is modal: the visible parts of the view below must not react to taps.
    canvas.tappable(.blocked)
    canvas.cover(canvas.bounds)
    // A screen reader, which reads line by line, would mix the overlay with the view below.
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
  /// Draws `top`, if present (`if let`), over this view, at the size of `top`.
  public func overlay<Top: View>(
    _ alignment: Alignment = .center, @ViewBuilder _ top: () -> Top
  ) -> OverlayView<Self, Top> {
    OverlayView(base: self, top: top(), alignment: alignment)
  }
}
