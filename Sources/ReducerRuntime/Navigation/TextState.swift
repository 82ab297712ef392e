/// Text for a person to read, as plain data: the words of an alert, and how they look.
///
/// ```swift
/// TextState("Delete ") + TextState(workout.name).bold() + TextState("?")
/// ```
///
/// What a piece says of its looks stays, whatever is said of the whole: `.bold()` makes bold what is not yet, and
/// `.foregroundColor(.red)` gives a colour to what has none. Two texts are equal when they read and look the same,
/// however they were put together.
///
/// - Complexity: O(length) to put together, to compare and to read.
public struct TextState: Hashable, Sendable {
  /// A piece of text that looks the same throughout.
  public struct Run: Hashable, Sendable {
    public fileprivate(set) var content: String
    public fileprivate(set) var attributes: Attributes = []
    /// `nil` where it is that of the text around.
    public fileprivate(set) var foregroundColor: Color?
  }

  /// How a piece of text looks, apart from its colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let italic = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
    public static let strikethrough = Attributes(rawValue: 8)
  }

  /// A terminal's colours, by the names they have there.
  public enum Color: String, CaseIterable, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow
    case brightBlue, brightMagenta, brightCyan, brightWhite
  }

  /// The pieces, in order: none of them empty, no two neighbours alike.
  public private(set) var runs: [Run] = []

  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Words that are taken as they are.
  public init(verbatim content: String) {
    append(Run(content: content))
  }

  /// Both texts, one after the other.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    for run in rhs.runs { sum.append(run) }
    return sum
  }

  /// The words without their looks.
  public var content: String { runs.reduce(into: "") { $0 += $1.content } }

  /// This text in bold letters, as it is where `isActive` is false.
  public func bold(_ isActive: Bool = true) -> Self { adding(.bold, isActive) }

  /// This text in italic letters, as it is where `isActive` is false.
  public func italic(_ isActive: Bool = true) -> Self { adding(.italic, isActive) }

  /// This text with a line below, as it is where `isActive` is false.
  public func underline(_ isActive: Bool = true) -> Self { adding(.underline, isActive) }

  /// This text with a line through it, as it is where `isActive` is false.
  public func strikethrough(_ isActive: Bool = true) -> Self { adding(.strikethrough, isActive) }

  /// This text in `color`, as it is where that is `nil`.
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

extension TextState: CustomStringConvertible {
  /// The words with marks for their looks: `Delete **Push-ups**?`. What tests print; a screen takes
  /// `String(state:)`.
  public var description: String { runs.reduce(into: "") { $0 += $1.marked } }
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
  /// The words of `state`, without their looks.
  public init(state: TextState) {
    self = state.content
  }
}
