/// A style for each purpose. Views name purposes; only a theme names colours.
public struct Theme: Hashable, Sendable {
  /// What a piece of screen is for.
  public enum Role: Hashable, Sendable, CaseIterable {
    case text, dim, accent, good, warning, danger
    /// The row or tab that is chosen.
    case selection
    case border, title
    /// A key in hints and help.
    case key
    /// Big digits, and their less important part (hundredths).
    case digit, digitMinor
  }

  public var text = Style.plain
  public var dim = Style.dim
  public var accent = Style(.cyan, .bold)
  public var good = Style(.green, .bold)
  public var warning = Style(.black, on: .yellow)
  public var danger = Style(.white, on: .red, .bold)
  public var selection = Style.reverse
  public var border = Style.dim
  public var title = Style.bold
  public var key = Style.bold
  public var digit = Style(.green, .bold)
  public var digitMinor = Style(.green)
  /// Whether text that brings colours of its own shows them.
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

  /// Colours that can be read on a black and on a white background: text keeps the terminal's own,
  /// and yellow and red come with a background of their own.
  public static let standard = Theme()

  /// No colour at all (NO_COLOR): attributes only.
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
