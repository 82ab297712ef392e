/// A cell's foreground color, background color and attributes, in three bytes.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let italic = Attributes(rawValue: 16)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(
    _ foreground: Color = .default, on background: Color = .default, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Compares the three bytes at once, because hosts compare the style of every cell they draw. There is no padding.
  @inlinable
  public static func == (one: Style, other: Style) -> Bool {
    unsafeBitCast(one, to: (UInt8, UInt8, UInt8).self)
      == unsafeBitCast(other, to: (UInt8, UInt8, UInt8).self)
  }

  public static let plain = Style()
  public static let bold = Style(.default, .bold)
  public static let dim = Style(.default, .dim)
  public static let reverse = Style(.default, .reverse)
  public static let underline = Style(.default, .underline)

  /// Whether a space looks the same in both styles.
  @inlinable
  func isBlankLike(_ other: Style) -> Bool {
    background == other.background
      && attributes.union(other.attributes).isDisjoint(with: [.reverse, .underline])
  }

  /// Returns this style laid over `base`.
  ///
  /// Colors of this style take precedence, and attributes are combined. A reversed style drops `dim` of `base`, which
  /// would dim the background instead of the text.
  public func over(_ base: Style) -> Style {
    let below = attributes.contains(.reverse) ? base.attributes.subtracting(.dim) : base.attributes
    return Style(
      foreground == .default ? base.foreground : foreground,
      on: background == .default ? base.background : background,
      attributes.union(below))
  }
}

extension Style: CustomStringConvertible {
  /// The style as words, as goldens show it: "bold green on black", or "plain".
  public var description: String {
    var words: [String] = []
    if attributes.contains(.bold) { words.append("bold") }
    if attributes.contains(.dim) { words.append("dim") }
    if attributes.contains(.reverse) { words.append("reverse") }
    if attributes.contains(.underline) { words.append("underline") }
    if attributes.contains(.italic) { words.append("italic") }
    if foreground != .default { words.append("\(foreground)") }
    if background != .default { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
