/// A set of styles by role. Views use roles; only a theme contains colors.
public struct Theme: Hashable, Sendable {
  /// The purpose of an element on screen.
  public enum Role: Hashable, Sendable, CaseIterable {
    case text, dim, accent, good, warning, danger
    /// The selected row or tab.
    case selection
    case border, title
    /// A key in hints and help.
    case key
    /// Large digits, and their less important part, such as hundredths.
    case digit, digitMinor
  }

  public var text = Style.plain
  public var dim = Style.dim
  public var accent = Style(.cyan, .bold)
  public var good = Style(.green, .bold)
  public var warning = Style(.black, on: .brightYellow)
  public var danger = Style(.brightWhite, on: .red, .bold)
  public var selection = Style.reverse
  public var border = Style.dim
  public var title = Style.bold
  public var key = Style.bold
  public var digit = Style(.green, .bold)
  public var digitMinor = Style(.green)
  /// Whether text that has its own colors is drawn in those colors.
  public var showsColors = true

  public init() {}

  public subscript(role: Role) -> Style {
    switch role {
    case .text: text
    case .dim: dim
    case .accent: accent
    case .good: good
    case .warning: warning
    case .danger: danger
    case .selection: selection
    case .border: border
    case .title: title
    case .key: key
    case .digit: digit
    case .digitMinor: digitMinor
    }
  }

  /// A theme that is legible on black and on white backgrounds: text has the terminal's colors, and yellow and red have
  /// their own text color.
  public static let standard = Theme()

  /// A theme that uses only attributes and no colors, for `NO_COLOR`.
  public static let monochrome: Theme = {
    var theme = Theme()
    theme.accent = .bold
    theme.good = .bold
    theme.warning = Style(.default, [.bold, .underline])
    theme.danger = Style(.default, [.bold, .reverse])
    theme.digit = .bold
    theme.digitMinor = .plain
    theme.showsColors = false
    return theme
  }()
}

// MARK: - Built-in themes

extension Theme {
  /// A built-in theme, by its name in settings and options.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The colors of the terminal.
    case terminal
    case dark
    case light
    case highContrast = "high-contrast"
  }

  public init(_ name: Name) {
    self =
      switch name {
      case .terminal: .standard
      case .dark: .dark
      case .light: .light
      case .highContrast: .highContrast
      }
  }

  /// Light text on black, regardless of the terminal's background.
  public static let dark: Theme = {
    var theme = Theme()
    theme.text = Style(.white, on: .black)
    theme.accent = Style(.brightCyan, .bold)
    theme.good = Style(.brightGreen, .bold)
    theme.digit = Style(.brightGreen, .bold)
    theme.digitMinor = Style(.brightGreen)
    return theme
  }()

  /// Dark text on white, without the pale palette colors, which have too little contrast there.
  public static let light: Theme = {
    var theme = Theme()
    theme.text = Style(.black, on: .brightWhite)
    theme.accent = Style(.blue, .bold)
    theme.good = Style(.magenta, .bold)
    theme.digit = Style(.blue, .bold)
    theme.digitMinor = Style(.blue)
    return theme
  }()

  /// A theme without dim text, where important text is bright, bold or underlined.
  public static let highContrast: Theme = {
    var theme = Theme()
    theme.text = Style(.brightWhite, on: .black)
    theme.dim = .plain
    theme.accent = Style(.brightCyan, .bold)
    theme.good = Style(.brightGreen, [.bold, .underline])
    theme.warning = Style(.black, on: .brightYellow, .bold)
    theme.danger = Style(.brightWhite, on: .red, [.bold, .underline])
    theme.selection = Style(.default, [.reverse, .bold])
    theme.border = .plain
    theme.key = Style(.brightCyan, .bold)
    theme.digit = Style(.brightWhite, .bold)
    theme.digitMinor = Style(.brightWhite)
    return theme
  }()
}

// MARK: - Glyphs

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
  /// The cells of a progress bar, from the least filled to the full one.
  public var bar: [Unicode.Scalar]
  public var barEmpty: Unicode.Scalar
  /// The cells of a thin bar, such as those in a list, from the least filled to the full one.
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
