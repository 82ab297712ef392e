import Synchronization

/// A cell of the screen, in eight bytes without padding or references, so that cells are compared as words.
///
/// A wide character occupies two cells: the first holds the character, the second is a ``continuation(_:)``.
public struct Cell: Hashable, Sendable {
  /// A scalar's value or, with the top bit set, an index into the ``ClusterTable``.
  @usableFromInline var content: UInt32
  /// The colors and attributes.
  public var style: Style
  /// The width in columns: 1 or 2, or 0 for the second half of a wide character.
  public let width: UInt8

  private static let clusterFlag: UInt32 = 1 << 31

  /// Compares all eight bytes at once.
  @inlinable
  public static func == (one: Cell, other: Cell) -> Bool {
    unsafeBitCast(one, to: UInt64.self) == unsafeBitCast(other, to: UInt64.self)
  }

  init(content: UInt32, width: UInt8, style: Style) {
    self.content = content
    self.width = width
    self.style = style
  }

  /// Creates a cell that shows `scalar`, or a space if the scalar can't be shown by itself.
  public init(_ scalar: Unicode.Scalar, _ style: Style = .plain) {
    let width = TextWidth.width(of: scalar)
    if width > 0 {
      self.init(content: scalar.value, width: UInt8(width), style: style)
    } else {
      self.init(content: 0x20, width: 1, style: style)
    }
  }

  /// Returns a cell that shows a space.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(content: 0x20, width: 1, style: style)
  }

  static func continuation(_ style: Style) -> Cell { Cell(content: 0, width: 0, style: style) }

  /// Whether the cell holds the first half of a wide character.
  public var isWide: Bool { width == 2 }
  /// Whether the cell is the second half of a wide character.
  public var isContinuation: Bool { width == 0 }

  /// The displayed scalar; `nil` if there are several.
  public var scalar: Unicode.Scalar? {
    content & Self.clusterFlag == 0 ? Unicode.Scalar(content) : nil
  }

  /// The displayed ASCII character; `nil` for any other.
  @inlinable
  public var ascii: UInt8? {
    content < 0x80 && width == 1 ? UInt8(truncatingIfNeeded: content) : nil
  }

  /// Whether both cells show the same character, regardless of style.
  @inlinable
  public func hasSameContent(as other: Cell) -> Bool {
    content == other.content && width == other.width
  }

  /// Whether the cell looks the same in style `other`. Some attributes of a style are invisible on a space.
  @inlinable
  public func hasSameAppearance(in other: Style) -> Bool {
    style == other || (ascii == 0x20 && style.isBlankLike(other))
  }

  /// The displayed scalars; empty for a continuation.
  public var scalars: [Unicode.Scalar] {
    if isContinuation { return [] }
    if let scalar { return [scalar] }
    return ClusterTable.scalars(at: content & ~Self.clusterFlag)
  }

  /// The displayed character; empty for a continuation.
  public var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Returns this cell with a combining mark added, or unchanged if it can't hold another one.
  func joined(with mark: Unicode.Scalar) -> Cell {
    guard !isContinuation, let index = ClusterTable.index(of: scalars + [mark]) else {
      return self
    }
    return Cell(content: index | Self.clusterFlag, width: width, style: style)
  }
}

/// A table of characters of more than one scalar, which a ``Cell`` refers to by index.
///
/// The process has one table, so that cells of different buffers compare equal. Entries are never removed. Once the
/// table is full, combining marks of further characters are dropped.
enum ClusterTable {
  /// The maximum number of scalars in a cell. More stacked marks would reach into other rows.
  static let maxScalars = 5
  static let capacity = 4096

  private struct Contents {
    var clusters: [[Unicode.Scalar]] = []
    var indices: [[Unicode.Scalar]: UInt32] = [:]
  }

  private static let contents = Mutex(Contents())

  /// Returns the index of a character, adding it if needed; `nil` if it is too long or the table is full.
  static func index(of scalars: [Unicode.Scalar]) -> UInt32? {
    guard scalars.count <= maxScalars else { return nil }
    return contents.withLock { contents in
      if let index = contents.indices[scalars] { return index }
      guard contents.clusters.count < capacity else { return nil }
      let index = UInt32(contents.clusters.count)
      contents.clusters.append(scalars)
      contents.indices[scalars] = index
      return index
    }
  }

  static func scalars(at index: UInt32) -> [Unicode.Scalar] {
    contents.withLock { $0.clusters[Int(index)] }
  }
}

// MARK: - Styles

/// A cell's foreground color, background color and attributes, in three bytes.
public struct Style: Hashable, Sendable {
  /// The attributes of a style, apart from its colors.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright text.
    public static let bold = Attributes(rawValue: 1)
    /// Text with less contrast.
    public static let dim = Attributes(rawValue: 2)
    /// Text whose foreground and background are exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// Underlined text.
    public static let underline = Attributes(rawValue: 8)
    /// Slanted text.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The color of the text.
  public var foreground: Color
  /// The color behind the text.
  public var background: Color
  /// The attributes, apart from the colors.
  public var attributes: Attributes

  /// Creates a style: `Style(.black, on: .yellow, .bold)`.
  public init(
    _ foreground: Color = .default, on background: Color = .default, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Compares all three bytes at once, because hosts compare the style of every cell they draw. There is no padding.
  @inlinable
  public static func == (one: Style, other: Style) -> Bool {
    unsafeBitCast(one, to: (UInt8, UInt8, UInt8).self)
      == unsafeBitCast(other, to: (UInt8, UInt8, UInt8).self)
  }

  /// The terminal's default colors, without attributes.
  public static let plain = Style()
  /// Bold text in the default colors.
  public static let bold = Style(.default, .bold)
  /// Dim text in the default colors.
  public static let dim = Style(.default, .dim)
  /// Text with exchanged default colors.
  public static let reverse = Style(.default, .reverse)
  /// Underlined text in the default colors.
  public static let underline = Style(.default, .underline)

  /// Whether a space looks the same in both styles.
  @inlinable
  func isBlankLike(_ other: Style) -> Bool {
    background == other.background
      && attributes.union(other.attributes).isDisjoint(with: [.reverse, .underline])
  }

  /// Returns this style laid over `base`.
  ///
  /// Colors of this style take precedence, and attributes are combined. A reversed style drops `dim` of `base`, which
  /// would dim the background instead of the text.
  public func over(_ base: Style) -> Style {
    let below = attributes.contains(.reverse) ? base.attributes.subtracting(.dim) : base.attributes
    return Style(
      foreground == .default ? base.foreground : foreground,
      on: background == .default ? base.background : background,
      attributes.union(below))
  }
}

extension Style: CustomStringConvertible {
  /// The style as words, as goldens show it: "bold green on black", or "plain".
  public var description: String {
    var words: [String] = []
    if attributes.contains(.bold) { words.append("bold") }
    if attributes.contains(.dim) { words.append("dim") }
    if attributes.contains(.reverse) { words.append("reverse") }
    if attributes.contains(.underline) { words.append("underline") }
    if attributes.contains(.italic) { words.append("italic") }
    if foreground != .default { words.append("\(foreground)") }
    if background != .default { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

/// One of the terminal's palette colors, which a person may have configured, or a shade of the 256-color palette.
public enum Color: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default foreground or background.
  case `default`
  /// A standard color.
  case black, red, green, yellow, blue, magenta, cyan, white
  /// A bright variant of a standard color.
  case brightBlack, brightRed, brightGreen, brightYellow
  /// A bright variant of a standard color.
  case brightBlue, brightMagenta, brightCyan, brightWhite
  /// A shade of green, darkest first. A terminal with fewer than 256 colors shows green instead.
  case green1, green2, green3, green4

  /// The color's number in a 256-color palette, -1 for the default.
  public var index: Int {
    rawValue < Color.green1.rawValue
      ? Int(rawValue) - 1 : 22 + 6 * Int(rawValue - Color.green1.rawValue)
  }
}
