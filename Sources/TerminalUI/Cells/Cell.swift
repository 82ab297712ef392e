/// One cell of the screen: eight bytes, none of them padding, no references. So cells are compared as words.
///
/// A wide character owns two cells: the first holds it, the second is a ``continuation``.
public struct Cell: Hashable, Sendable {
  /// A scalar's value or, with the top bit set, a number in the ``ClusterTable``.
  @usableFromInline var content: UInt32
  public var style: Style
  /// 1 or 2, and 0 for the second half of a wide character.
  public let width: UInt8

  private static let clusterFlag: UInt32 = 1 << 31

  init(content: UInt32, width: UInt8, style: Style) {
    self.content = content
    self.width = width
    self.style = style
  }

  /// A cell that shows `scalar`, or a space when the scalar may not be shown by itself.
  public init(_ scalar: Unicode.Scalar, _ style: Style = .plain) {
    let width = TextWidth.width(of: scalar)
    if width > 0 {
      self.init(content: scalar.value, width: UInt8(width), style: style)
    } else {
      self.init(content: 0x20, width: 1, style: style)
    }
  }

  /// A space.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(content: 0x20, width: 1, style: style)
  }

  static func continuation(_ style: Style) -> Cell { Cell(content: 0, width: 0, style: style) }

  public var isWide: Bool { width == 2 }
  public var isContinuation: Bool { width == 0 }

  /// The scalar shown, when it is a single one.
  public var scalar: Unicode.Scalar? {
    content & Self.clusterFlag == 0 ? Unicode.Scalar(content) : nil
  }

  /// The character shown, when it is an ASCII one.
  @inlinable
  public var ascii: UInt8? {
    content < 0x80 && width == 1 ? UInt8(truncatingIfNeeded: content) : nil
  }

  /// Whether both show the same character, in whatever style.
  @inlinable
  public func showsSame(as other: Cell) -> Bool { content == other.content && width == other.width }

  /// Whether it would look no different in `other`: a space shows no more of a style than what is behind it.
  @inlinable
  public func looksSame(in other: Style) -> Bool {
    style == other || (ascii == 0x20 && style.isBlankLike(other))
  }

  /// Every scalar shown; none for a continuation.
  public var scalars: [Unicode.Scalar] {
    if isContinuation { return [] }
    if let scalar { return [scalar] }
    return ClusterTable.scalars(at: content & ~Self.clusterFlag)
  }

  /// The character shown; empty for a continuation.
  public var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// This cell with a combining mark added; unchanged when it already holds as many as it can.
  func joined(with mark: Unicode.Scalar) -> Cell {
    guard !isContinuation, let number = ClusterTable.number(of: scalars + [mark]) else {
      return self
    }
    return Cell(content: number | Self.clusterFlag, width: width, style: style)
  }
}
