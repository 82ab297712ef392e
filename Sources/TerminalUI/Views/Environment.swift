/// What a view inherits from where it stands.
public struct Environment: Sendable {
  public var theme: Theme
  public var glyphs: GlyphSet
  /// The style text starts from.
  public var style: Style
  /// Whether keys go to this part of the screen.
  public var isFocused: Bool

  public init(
    theme: Theme = .standard, glyphs: GlyphSet = .unicode, style: Style? = nil,
    isFocused: Bool = true
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.style = style ?? theme.text
    self.isFocused = isFocused
  }
}
