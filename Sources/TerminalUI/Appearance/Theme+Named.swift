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
    theme.danger = Style(.brightWhite, on: .red, .bold)
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
