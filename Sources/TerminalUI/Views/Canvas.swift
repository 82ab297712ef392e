/// A rectangle of a ``Buffer`` to draw into, with the ``Environment`` in force there.
///
/// Coordinates are the rectangle's own; what falls outside is clipped. One canvas is handed down
/// the whole view tree (``draw(_:in:)`` narrows it for a child and widens it again), so drawing
/// copies no buffer.
public struct Canvas {
  var buffer: Buffer
  private(set) var frame: Rect
  private var clip: Rect
  public var environment: Environment

  fileprivate init(
    _ buffer: consuming Buffer, in frame: Rect, clip: Rect, _ environment: consuming Environment
  ) {
    self.frame = frame
    self.clip = clip
    self.buffer = buffer
    self.environment = environment
  }

  public var size: Size { frame.size }
  public var bounds: Rect { Rect(size) }
  public var theme: Theme { environment.theme }
  public var glyphs: GlyphSet { environment.glyphs }

  /// Writes text along a row in the environment's style, or in `style` laid over it.
  ///
  /// - Returns: The columns the text takes, clipped or not.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    buffer.write(
      text, at: absolute(point), style: style.over(environment.style), within: clip)
  }

  /// Puts one scalar.
  public mutating func put(_ scalar: Unicode.Scalar, at point: Point, style: Style = .plain) {
    buffer.put(cell(scalar, style), at: absolute(point), within: clip)
  }

  /// A scalar in the environment's style, or in `style` laid over it.
  func cell(_ scalar: Unicode.Scalar, _ style: Style) -> Cell {
    Cell(scalar, style.over(environment.style))
  }

  mutating func fill(_ rect: Rect, with cell: Cell) {
    buffer.fill(rect.offset(by: frame.origin), with: cell, within: clip)
  }

  /// Fills a rectangle with a scalar, the whole canvas when none is given.
  public mutating func fill(
    _ rect: Rect? = nil, with scalar: Unicode.Scalar = " ", style: Style = .plain
  ) {
    fill(rect ?? bounds, with: cell(scalar, style))
  }

  /// Lays a style over what has been drawn so far in a rectangle.
  @MainActor
  public mutating func restyle(_ rect: Rect? = nil, _ style: Style) {
    cover(rect ?? bounds)
    buffer.restyle((rect ?? bounds).offset(by: frame.origin).intersection(clip)) {
      style.over($0)
    }
  }

  /// Gives all that has been drawn in a rectangle one look, dim and coloured words too: reversed, each of them would be a
  /// patch of another colour in the band.
  @MainActor
  public mutating func highlight(_ rect: Rect, _ style: Style) {
    cover(rect)
    let base = environment.style
    buffer.restyle(rect.offset(by: frame.origin).intersection(clip)) { old in
      let kept = old.attributes.intersection([.bold, .underline, .italic])
      return style.over(Style(base.foreground, on: base.background, kept))
    }
  }

  /// Draws `view` in `rect`, clipped to it. What the view changes in the environment ends with it.
  @MainActor
  public mutating func draw<V: View>(_ view: V, in rect: Rect) {
    let saved = (frame, clip, environment.style, environment.isFocused)
    frame = rect.offset(by: frame.origin)
    clip = clip.intersection(frame)
    if !clip.isEmpty { view.draw(in: &self) }
    (frame, clip, environment.style, environment.isFocused) = saved
  }

  /// Runs `body` with drawing limited to `rect`; coordinates stay as they are.
  public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
    let saved = clip
    clip = clip.intersection(rect.offset(by: frame.origin))
    if !clip.isEmpty { body(&self) }
    clip = saved
  }

  /// Notes that what has been drawn in a rectangle so far must not be drawn again by itself.
  @MainActor
  func cover(_ rect: Rect) { environment.part?.cover(visible(rect)) }

  /// The part of a rectangle that is not clipped, in the buffer's coordinates.
  func visible(_ rect: Rect) -> Rect { rect.offset(by: frame.origin).intersection(clip) }

  private func absolute(_ point: Point) -> Point {
    Point(point.x + frame.minX, point.y + frame.minY)
  }
}

extension Buffer {
  /// Draws a whole view tree over this buffer's cells.
  ///
  /// - Complexity: that of the views; the tree itself allocates nothing.
  @MainActor
  public mutating func draw<V: View>(_ view: V, _ environment: Environment = Environment()) {
    draw(in: bounds, clip: bounds, environment) { view.draw(in: &$0) }
  }

  /// Draws in a rectangle, no further than `clip`.
  @MainActor
  mutating func draw(
    in frame: Rect, clip: Rect, _ environment: consuming Environment, _ draw: (inout Canvas) -> Void
  ) {
    // The cells move into the canvas and back, so that they stay uniquely referenced.
    var taken = Buffer(.zero)
    swap(&self, &taken)
    var canvas = Canvas(taken, in: frame, clip: clip, environment)
    taken = Buffer(.zero)
    draw(&canvas)
    self = canvas.buffer
  }
}
