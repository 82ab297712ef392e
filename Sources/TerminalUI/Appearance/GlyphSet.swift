/// The characters that pictures are made of, in Unicode or in plain ASCII.
public struct GlyphSet: Hashable, Sendable {
  public struct Box: Hashable, Sendable {
    public var horizontal, vertical: Unicode.Scalar
    public var topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
  }

  public var box: Box
  /// A full block.
  public var block: Unicode.Scalar
  /// Heights of a sparkline, lowest first.
  public var spark: [Unicode.Scalar]
  /// A progress bar's cell filled by so many parts, fewest first; the last is full.
  public var bar: [Unicode.Scalar]
  public var barEmpty: Unicode.Scalar
  /// The same for a bar that is thin enough to stand in each row of a list.
  public var thinBar: [Unicode.Scalar]
  public var thinBarEmpty: Unicode.Scalar
  /// Shades from nothing to most.
  public var shades: [Unicode.Scalar]
  public var bullet: Unicode.Scalar
  public var pointer: Unicode.Scalar
  public var check: Unicode.Scalar
  public var up, down, left, right: Unicode.Scalar
  /// Stands for text that was cut off.
  public var ellipsis: String
  /// Between two things of one line.
  public var separator: Unicode.Scalar
  /// Whether a cell may hold a pattern of eight dots (Braille).
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
