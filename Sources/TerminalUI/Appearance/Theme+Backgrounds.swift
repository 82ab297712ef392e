extension Theme {
  /// Light on black, whatever the terminal's own colours are.
  public static let dark: Theme = {
    var theme = Theme()
    theme.text = Style(.white, on: .black)
    theme.dim = Style(.brightBlack)
    theme.accent = Style(.brightCyan, .bold)
    theme.good = Style(.brightGreen, .bold)
    theme.border = theme.dim
    theme.selection = Style(.black, on: .cyan)
    theme.title = Style(.brightWhite, .bold)
    theme.key = theme.title
    theme.digit = Style(.brightGreen, .bold)
    theme.digitMinor = Style(.green)
    return theme
  }()

  /// Dark on white, whatever the terminal's own colours are.
  public static let light: Theme = {
    var theme = Theme()
    theme.text = Style(.black, on: .brightWhite)
    theme.dim = Style(.brightBlack)
    theme.accent = Style(.blue, .bold)
    theme.good = Style(.green, .bold)
    theme.border = theme.dim
    theme.selection = Style(.brightWhite, on: .blue)
    theme.digit = Style(.blue, .bold)
    theme.digitMinor = Style(.blue)
    return theme
  }()

  /// White, yellow and black only, nothing dim, and what is chosen stands out by its ground.
  public static let highContrast: Theme = {
    var theme = Theme()
    theme.text = Style(.brightWhite, on: .black)
    theme.dim = .plain
    theme.accent = Style(.brightYellow, .bold)
    theme.good = Style(.brightWhite, [.bold, .underline])
    theme.warning = Style(.black, on: .brightYellow, .bold)
    theme.danger = Style(.black, on: .brightWhite, [.bold, .underline])
    theme.selection = Style(.black, on: .brightYellow, .bold)
    theme.border = .plain
    theme.key = Style(.brightYellow, .bold)
    theme.digit = Style(.brightWhite, .bold)
    theme.digitMinor = Style(.brightWhite)
    return theme
  }()
}
