/// A set of characters for boxes, bars and charts, in Unicode or in ASCII.
public struct GlyphSet: Hashable, Sendable {
  public struct Box: Hashable, Sendable {
    public var horizontal, vertical: Unicode.Scalar
    public var topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
  }

  public var box: Box
  /// A full block.
  public var block: Unicode.Scalar
  /// The bars of a sparkline, lowest first.
  public var spark: [Unicode.Scalar]
  /// The cells of a progress bar, from the least filled to a full one.
  public var bar: [Unicode.Scalar]
  public var barEmpty: Unicode.Scalar
  /// The cells of a thin bar, as in the rows of a list, from the least filled to a full one.
  public var thinBar: [Unicode.Scalar]
  public var thinBarEmpty: Unicode.Scalar
  /// Shades, lightest first.
  public var shades: [Unicode.Scalar]
  public var bullet: Unicode.Scalar
  public var pointer: Unicode.Scalar
  public var check: Unicode.Scalar
  public var up, down, left, right: Unicode.Scalar
  /// The mark at the end of truncated text.
  public var ellipsis: String
  /// The separator between two items in a line.
  public var separator: Unicode.Scalar
  /// Whether cells can show Braille patterns of eight dots.
  public var hasBraille: Bool

  public static let unicode = GlyphSet(
    box: Box(
      horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
      bottomRight: "╯"),
    block: "█", spark: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barEmpty: "░",
    thinBar: ["╸", "━"], thinBarEmpty: "┄",
    shades: ["·", "░", "▒", "▓", "█"], bullet: "•", pointer: "›",
    check: "✓", up: "↑", down: "↓", left: "←", right: "→", ellipsis: "…", separator: "·",
    hasBraille: true)

  public static let ascii = GlyphSet(
    box: Box(
      horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
      bottomRight: "+"),
    block: "#", spark: ["_", ".", "-", "=", "+", "*", "#"], bar: ["#"], barEmpty: ".",
    thinBar: ["="], thinBarEmpty: ".",
    shades: [".", "-", "+", "*", "#"], bullet: "*", pointer: ">", check: "x", up: "^", down: "v",
    left: "<", right: ">",
    ellipsis: "...", separator: "|", hasBraille: false)
}
