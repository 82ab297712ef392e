/// A set of styles by role. Views use roles; only a theme contains colors.
public struct Theme: Hashable, Sendable {
  /// The purpose of an element on screen.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// Text without a role of its own.
    case text
    /// Less important text.
    case dim
    /// Highlighted text.
    case accent
    /// A success.
    case good
    /// A warning.
    case warning
    /// An error, or an action that can't be undone.
    case danger
    /// The selected row or tab.
    case selection
    /// A border or a divider.
    case border
    /// A title.
    case title
    /// A key in hints and help.
    case key
    /// Large digits, and their less important part, such as hundredths.
    case digit, digitMinor
  }

  /// The style of text.
  public var text = Style.plain
  /// The style of less important text.
  public var dim = Style.dim
  /// The style of highlighted text.
  public var accent = Style(.cyan, .bold)
  /// The style of a success.
  public var good = Style(.green, .bold)
  /// The style of a warning.
  public var warning = Style(.black, on: .brightYellow)
  /// The style of an error, or of an action that can't be undone.
  public var danger = Style(.brightWhite, on: .red, .bold)
  /// The style of the selected row or tab.
  public var selection = Style.reverse
  /// The style of borders and dividers.
  public var border = Style.dim
  /// The style of titles.
  public var title = Style.bold
  /// The style of a key in hints and help.
  public var key = Style.bold
  /// The style of large digits.
  public var digit = Style(.green, .bold)
  /// The style of the less important large digits.
  public var digitMinor = Style(.green)
  /// The colors of a calendar's squares, for the least training first.
  public var shades: [Color] = [.green1, .green2, .green3, .green4]
  /// Whether text that has its own colors is drawn in those colors.
  public var showsColors = true

  /// Creates the standard theme.
  public init() {}

  /// The style of a role.
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
    /// Light text on black.
    case dark
    /// Dark text on white.
    case light
    /// A theme without dim text.
    case highContrast = "high-contrast"
  }

  /// Creates the theme with a name.
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
    theme.shades.reverse()
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
  /// The lines and corners of a box.
  public struct Box: Hashable, Sendable {
    /// A line.
    public var horizontal, vertical: Unicode.Scalar
    /// A corner.
    public var topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
  }

  /// The lines and corners of boxes.
  public var box: Box
  /// A full block.
  public var block: Unicode.Scalar
  /// The bars of a sparkline, lowest first.
  public var spark: [Unicode.Scalar]
  /// The cells of a progress bar, from the least filled to the full one.
  public var bar: [Unicode.Scalar]
  /// An empty cell of a progress bar.
  public var barEmpty: Unicode.Scalar
  /// The cells of a thin bar, such as those in a list, from the least filled to the full one.
  public var thinBar: [Unicode.Scalar]
  /// An empty cell of a thin bar, up to its target.
  public var thinBarEmpty: Unicode.Scalar
  /// The squares of a calendar, emptiest first. Their heights differ, so that neighbors don't run together.
  public var shades: [Unicode.Scalar]
  /// A square that is colored in one of the theme's shades; `nil` if the terminal has fewer than 256 colors.
  public var square: Unicode.Scalar?
  /// A marked value, such as one of a chart.
  public var bullet: Unicode.Scalar
  /// The mark of the current item.
  public var pointer: Unicode.Scalar
  /// The mark of a finished item.
  public var check: Unicode.Scalar
  /// An arrow.
  public var up, down, left, right: Unicode.Scalar
  /// The mark at the end of truncated text.
  public var ellipsis: String
  /// The separator between two items in a line.
  public var separator: Unicode.Scalar
  /// Whether cells can show Braille patterns of eight dots.
  public var hasBraille: Bool

  /// The characters for terminals with UTF-8.
  public static let unicode = GlyphSet(
    box: Box(
      horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
      bottomRight: "╯"),
    block: "█", spark: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barEmpty: "░",
    thinBar: ["╸", "━"], thinBarEmpty: "┄",
    shades: ["·", "▂", "▄", "▆", "█"], bullet: "•", pointer: "›",
    check: "✓", up: "↑", down: "↓", left: "←", right: "→", ellipsis: "…", separator: "·",
    hasBraille: true)

  /// The characters for terminals with UTF-8 and 256 colors.
  public static let unicodeWithShades: GlyphSet = {
    var glyphs = unicode
    glyphs.square = "■"
    return glyphs
  }()

  /// The characters for all other terminals.
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
