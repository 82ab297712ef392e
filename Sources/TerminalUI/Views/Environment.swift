/// What a view inherits from where it stands.
public struct Environment: Sendable {
  /// What is large and mostly the same all over the screen is held by one reference: an environment is copied for each
  /// part of a frame.
  private var equipment: Equipment

  private final class Equipment: Sendable {
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
    get { equipment.theme }
    set { equipment = Equipment(newValue, glyphs, keys) }
  }
  public var glyphs: GlyphSet {
    get { equipment.glyphs }
    set { equipment = Equipment(theme, newValue, keys) }
  }
  /// The keys a person has chosen instead of the tables' own.
  public var keys: KeyRemapping {
    get { equipment.keys }
    set { equipment = Equipment(theme, glyphs, newValue) }
  }
  /// The style text starts from.
  public var style: Style
  /// Whether keys go to this part of the screen.
  public var isFocused: Bool
  /// Where views note what a tap on them does; nil without a mouse.
  public var taps: TapMap?
  /// Whether what is also said in words may be drawn: digits made of blocks.
  public var drawsPictures = true
  /// The part of the screen that is being measured or drawn, where parts are kept.
  @usableFromInline var part: Part?

  public init(
    theme: Theme = .standard, glyphs: GlyphSet = .unicode, style: Style? = nil,
    isFocused: Bool = true, keys: KeyRemapping = KeyRemapping(),
    taps: TapMap? = nil
  ) {
    equipment = Equipment(theme, glyphs, keys)
    self.style = style ?? theme.text
    self.isFocused = isFocused
    self.taps = taps
  }
}
