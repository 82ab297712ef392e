/// A rectangle of a ``Buffer`` to draw into, with its ``Environment``.
///
/// Coordinates are relative to the rectangle, and drawing is clipped to it. One canvas is passed through the whole view
/// tree, so that the buffer isn't copied: ``draw(_:in:)`` narrows the canvas for a child and restores it.
public struct Canvas {
  var buffer: Buffer
  private(set) var frame: Rect
  private var clip: Rect
  /// The values that the drawn view inherits.
  public var environment: Environment

  fileprivate init(
    _ buffer: consuming Buffer, in frame: Rect, clip: Rect, _ environment: consuming Environment
  ) {
    self.frame = frame
    self.clip = clip
    self.buffer = buffer
    self.environment = environment
  }

  /// The number of columns and rows.
  public var size: Size { frame.size }
  /// The rectangle of the whole canvas, at the origin.
  public var bounds: Rect { Rect(size) }
  /// The theme of the environment.
  public var theme: Theme { environment.theme }
  /// The characters for boxes, bars and charts.
  public var glyphs: GlyphSet { environment.glyphs }

  /// Writes text along a row in the environment's style, or in `style` laid over it.
  ///
  /// - Returns: The width of the text in columns, including the clipped ones.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at point: Point = .zero, style: Style = .plain
  ) -> Int {
    buffer.write(
      text, at: absolute(point), style: style.over(environment.style), within: clip)
  }

  /// Sets the cell at `point` to a scalar.
  public mutating func put(_ scalar: Unicode.Scalar, at point: Point, style: Style = .plain) {
    buffer.put(cell(scalar, style), at: absolute(point), within: clip)
  }

  /// Returns a cell in the environment's style, or in `style` laid over it.
  func cell(_ scalar: Unicode.Scalar, _ style: Style) -> Cell {
    Cell(scalar, style.over(environment.style))
  }

  mutating func fill(_ rect: Rect, with cell: Cell) {
    buffer.fill(rect.offset(by: frame.origin), with: cell, within: clip)
  }

  /// Fills a rectangle, by default the whole canvas, with a scalar.
  public mutating func fill(
    _ rect: Rect? = nil, with scalar: Unicode.Scalar = " ", style: Style = .plain
  ) {
    fill(rect ?? bounds, with: cell(scalar, style))
  }

  /// Lays a style over the cells already drawn in a rectangle.
  @MainActor
  public mutating func restyle(_ rect: Rect? = nil, _ style: Style) {
    cover(rect ?? bounds)
    buffer.restyle((rect ?? bounds).offset(by: frame.origin).intersection(clip)) {
      style.over($0)
    }
  }

  /// Draws the cells of a rectangle in one style, such as the selected row of a list.
  ///
  /// Colors and `dim` of the cells are dropped. In a reversed style, they would look like patches of other colors.
  @MainActor
  public mutating func highlight(_ rect: Rect, _ style: Style) {
    cover(rect)
    let base = environment.style
    buffer.restyle(rect.offset(by: frame.origin).intersection(clip)) { old in
      let kept = old.attributes.intersection([.bold, .underline, .italic])
      return style.over(Style(base.foreground, on: base.background, kept))
    }
  }

  /// Draws `view` in `rect`, clipped to it, and restores the environment afterwards.
  @MainActor
  public mutating func draw<V: View>(_ view: V, in rect: Rect) {
    let saved = (frame, clip, environment.style)
    frame = rect.offset(by: frame.origin)
    clip = clip.intersection(frame)
    if !clip.isEmpty { view.draw(in: &self) }
    (frame, clip, environment.style) = saved
  }

  /// Calls `body` with drawing clipped to `rect` and coordinates unchanged.
  public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
    let saved = clip
    clip = clip.intersection(rect.offset(by: frame.origin))
    if !clip.isEmpty { body(&self) }
    clip = saved
  }

  /// Records that views already drawn in a rectangle are covered, so that they can't be redrawn separately.
  @MainActor
  func cover(_ rect: Rect) { environment.node?.cover(visible(rect)) }

  /// Returns the unclipped part of a rectangle, in the buffer's coordinates.
  func visible(_ rect: Rect) -> Rect { rect.offset(by: frame.origin).intersection(clip) }

  private func absolute(_ point: Point) -> Point {
    Point(point.x + frame.minX, point.y + frame.minY)
  }
}

extension Buffer {
  /// Draws a view tree over the cells of this buffer.
  ///
  /// - Complexity: The cost of the views. The tree itself doesn't allocate.
  @MainActor
  public mutating func draw<V: View>(_ view: V, _ environment: Environment = Environment()) {
    draw(in: bounds, clip: bounds, environment) { view.draw(in: &$0) }
  }

  /// Calls `draw` with a canvas for a rectangle, clipped to `clip`.
  @MainActor
  mutating func draw(
    in frame: Rect, clip: Rect, _ environment: consuming Environment, _ draw: (inout Canvas) -> Void
  ) {
    // The cells are moved into the canvas and back, so that their storage stays uniquely referenced.
    var taken = Buffer(.zero)
    swap(&self, &taken)
    var canvas = Canvas(taken, in: frame, clip: clip, environment)
    taken = Buffer(.zero)
    draw(&canvas)
    self = canvas.buffer
  }
}

// MARK: - Environment

/// A set of values that a view inherits from its container.
public struct Environment: Sendable {
  /// The values that rarely differ within a screen. They share one reference, since an environment is copied for each
  /// retained view of a frame.
  private var shared: SharedValues

  private final class SharedValues: Sendable {
    let theme: Theme
    let glyphs: GlyphSet
    let keys: KeyRemapping

    init(_ theme: Theme, _ glyphs: GlyphSet, _ keys: KeyRemapping) {
      self.theme = theme
      self.glyphs = glyphs
      self.keys = keys
    }
  }

  /// The styles by role.
  public var theme: Theme {
    get { shared.theme }
    set { shared = SharedValues(newValue, glyphs, keys) }
  }
  /// The characters for boxes, bars and charts.
  public var glyphs: GlyphSet {
    get { shared.glyphs }
    set { shared = SharedValues(theme, newValue, keys) }
  }
  /// The keys that a person has chosen instead of the defaults.
  public var keys: KeyRemapping {
    get { shared.keys }
    set { shared = SharedValues(theme, glyphs, newValue) }
  }
  /// The style that text is drawn in.
  public var style: Style
  /// The map in which views record their tap targets; `nil` without a mouse.
  public var taps: TapMap?
  /// Whether views may draw charts and block digits. Otherwise they write their contents as text.
  public var canDrawGraphics = true
  /// Whether an overlay covers this part of the screen. Overlays below it aren't drawn, so that only one is visible.
  var isCovered = false
  /// The node of the retained view that is being measured or drawn; `nil` without a ``ViewRenderer``.
  // Unchecked like the references of a node: the tree owns the node while its view is measured or drawn.
  @usableFromInline unowned(unsafe) var node: ViewNode?

  /// Creates an environment; by default `style` is the theme's style of text.
  public init(
    theme: Theme = .standard, glyphs: GlyphSet = .unicode, style: Style? = nil,
    keys: KeyRemapping = KeyRemapping(), taps: TapMap? = nil
  ) {
    shared = SharedValues(theme, glyphs, keys)
    self.style = style ?? theme.text
    self.taps = taps
  }
}
