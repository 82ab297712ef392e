/// What a view inherits from where it stands.
public struct Environment: Sendable {
  public var theme: Theme
  public var glyphs: GlyphSet
  /// The style text starts from.
  public var style: Style
  /// Whether keys go to this part of the screen.
  public var isFocused: Bool
  /// The keys a person has chosen instead of the tables' own.
  public var keys: KeyRemapping
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
    self.theme = theme
    self.glyphs = glyphs
    self.style = style ?? theme.text
    self.isFocused = isFocused
    self.keys = keys
    self.taps = taps
  }
}
