/// A cell of the screen, in eight bytes without padding or references, so that cells are compared as words.
///
/// A wide character occupies two cells: the first holds the character, the second is a ``continuation(_:)``.
public struct Cell: Hashable, Sendable {
  /// A scalar's value or, with the top bit set, an index into the ``ClusterTable``.
  @usableFromInline var content: UInt32
  public var style: Style
  /// The width in columns: 1 or 2, or 0 for the second half of a wide character.
  public let width: UInt8

  private static let clusterFlag: UInt32 = 1 << 31

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

  /// The scalar shown; `nil` if there are several.
  public var scalar: Unicode.Scalar? {
    content & Self.clusterFlag == 0 ? Unicode.Scalar(content) : nil
  }

  /// The ASCII character shown; `nil` for any other.
  @inlinable
  public var ascii: UInt8? {
    content < 0x80 && width == 1 ? UInt8(truncatingIfNeeded: content) : nil
  }

  /// Whether both cells show the same character, regardless of style.
  @inlinable
  public func hasSameContent(as other: Cell) -> Bool {
    content == other.content && width == other.width
  }

  /// Whether the cell looks the same in style `other`. A space shows only part of its style.
  @inlinable
  public func hasSameAppearance(in other: Style) -> Bool {
    style == other || (ascii == 0x20 && style.isBlankLike(other))
  }

  /// The scalars shown; empty for a continuation.
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

  /// Returns this cell with a combining mark added, or unchanged if it can't hold another one.
  func joined(with mark: Unicode.Scalar) -> Cell {
    guard !isContinuation, let index = ClusterTable.index(of: scalars + [mark]) else {
      return self
    }
    return Cell(content: index | Self.clusterFlag, width: width, style: style)
  }
}
