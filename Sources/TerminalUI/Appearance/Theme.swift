/// A set of styles by role. Views name roles; only a theme names colors.
public struct Theme: Hashable, Sendable {
  /// The purpose of an element on screen.
  public enum Role: Hashable, Sendable, CaseIterable {
    case text, dim, accent, good, warning, danger
    /// The selected row or tab.
    case selection
    case border, title
    /// A key in hints and help.
    case key
    /// Big digits, and their less important part, such as hundredths.
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
  /// Whether text with colors of its own is drawn in them.
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

  /// A theme that is legible on black and on white backgrounds: text has the terminal's colors, and yellow and red
  /// have their own background.
  public static let standard = Theme()

  /// A theme without colors (NO_COLOR), only attributes.
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
