/// A styled text, such as the message of an alert.
///
/// ```swift
/// TextState("Delete ") + TextState(workout.name).bold() + TextState("?")
/// ```
///
/// A run's own color takes precedence over one for the whole text: `.bold()` makes all runs bold, but
/// `.foregroundColor(.red)` colors only runs without a color. Equality compares characters and attributes, not the
/// way the text was built.
///
/// - Complexity: O(length) to build, compare and read.
public struct TextState: Hashable, Sendable {
  /// A run of text with the same attributes throughout.
  public struct Run: Hashable, Sendable {
    /// The characters.
    public fileprivate(set) var content: String
    /// The attributes of all characters.
    public fileprivate(set) var attributes: Attributes = []
    /// The color; `nil` for the color of the surrounding text.
    public fileprivate(set) var foregroundColor: Color?
  }

  /// The attributes of a run, apart from its color.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A bold font.
    public static let bold = Attributes(rawValue: 1)
    /// A slanted font.
    public static let italic = Attributes(rawValue: 2)
    /// A line below the characters.
    public static let underline = Attributes(rawValue: 4)
    /// A line through the characters.
    public static let strikethrough = Attributes(rawValue: 8)
  }

  /// The standard colors of a terminal.
  public enum Color: String, CaseIterable, Hashable, Sendable {
    /// A standard color.
    case black, red, green, yellow, blue, magenta, cyan, white
    /// A bright variant of a standard color.
    case brightBlack, brightRed, brightGreen, brightYellow
    /// A bright variant of a standard color.
    case brightBlue, brightMagenta, brightCyan, brightWhite
  }

  /// The runs, in order: none is empty, and no two neighbors have the same attributes.
  public private(set) var runs: [Run] = []

  /// Creates a text without attributes.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Creates a text with `content` as it is.
  public init(verbatim content: String) {
    append(Run(content: content))
  }

  /// Returns the concatenation of both texts.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    for run in rhs.runs { sum.append(run) }
    return sum
  }

  // Without these two, the compiler gives up on a long sum that contains a string, instead of naming it as the error.

  /// Returns the text followed by a string without attributes.
  public static func + (lhs: Self, rhs: String) -> Self { lhs + Self(rhs) }

  /// Returns a string without attributes followed by the text.
  public static func + (lhs: String, rhs: Self) -> Self { Self(lhs) + rhs }

  /// The characters without attributes.
  public var content: String { runs.reduce(into: "") { $0 += $1.content } }

  /// Returns this text in bold, or unchanged if `isActive` is `false`.
  public func bold(_ isActive: Bool = true) -> Self { adding(.bold, isActive) }

  /// Returns this text in italics, or unchanged if `isActive` is `false`.
  public func italic(_ isActive: Bool = true) -> Self { adding(.italic, isActive) }

  /// Returns this text underlined, or unchanged if `isActive` is `false`.
  public func underline(_ isActive: Bool = true) -> Self { adding(.underline, isActive) }

  /// Returns this text with a strikethrough, or unchanged if `isActive` is `false`.
  public func strikethrough(_ isActive: Bool = true) -> Self { adding(.strikethrough, isActive) }

  /// Returns this text in `color`, or unchanged if `color` is `nil`.
  public func foregroundColor(_ color: Color?) -> Self {
    changing { $0.foregroundColor = $0.foregroundColor ?? color }
  }

  private func adding(_ attribute: Attributes, _ isActive: Bool) -> Self {
    isActive ? changing { $0.attributes.insert(attribute) } : self
  }

  private func changing(_ change: (inout Run) -> Void) -> Self {
    var changed = self
    changed.runs = []
    for var run in runs {
      change(&run)
      changed.append(run)
    }
    return changed
  }

  private mutating func append(_ run: Run) {
    if run.content.isEmpty { return }
    if let last = runs.last, last.attributes == run.attributes,
      last.foregroundColor == run.foregroundColor
    {
      runs[runs.endIndex - 1].content += run.content
    } else {
      runs.append(run)
    }
  }
}

extension TextState: CustomStringConvertible, CustomDumpRepresentable {
  /// The text with markup for its attributes: `Delete **Push-ups**?`. For tests; views use `String(state:)`.
  public var description: String { runs.reduce(into: "") { $0 += $1.marked } }
  public var customDumpValue: Any { description }
}

extension TextState.Run {
  fileprivate var marked: String {
    var text = content
    if attributes.contains(.underline) { text = "<u>\(text)</u>" }
    if attributes.contains(.strikethrough) { text = "~~\(text)~~" }
    if attributes.contains(.italic) { text = "_\(text)_" }
    if attributes.contains(.bold) { text = "**\(text)**" }
    if let foregroundColor { text = "<\(foregroundColor)>\(text)</\(foregroundColor)>" }
    return text
  }
}

extension String {
  /// Creates a string of the characters of `state`, without attributes.
  public init(state: TextState) {
    self = state.content
  }
}
