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

  public var theme: Theme {
    get { shared.theme }
    set { shared = SharedValues(newValue, glyphs, keys) }
  }
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
  /// Whether this part of the screen has the focus.
  public var isFocused: Bool
  /// The map in which views record their tap targets; `nil` without a mouse.
  public var taps: TapMap?
  /// Whether views may draw charts and block digits. Otherwise they write the same as text.
  public var canDrawGraphics = true
  /// Whether an overlay covers this part of the screen. Overlays below it aren't drawn, so that there is one at a time.
  var isCovered = false
  /// The node of the retained view that is being measured or drawn; `nil` without a ``ViewRenderer``.
  @usableFromInline var node: ViewNode?

  public init(
    theme: Theme = .standard, glyphs: GlyphSet = .unicode, style: Style? = nil,
    isFocused: Bool = true, keys: KeyRemapping = KeyRemapping(),
    taps: TapMap? = nil
  ) {
    shared = SharedValues(theme, glyphs, keys)
    self.style = style ?? theme.text
    self.isFocused = isFocused
    self.taps = taps
  }
}
