/// A position in cells: `x` columns from the left and `y` rows from the top.
public struct Point: Hashable, Sendable {
  /// The number of columns from the left.
  public var x: Int
  /// The number of rows from the top.
  public var y: Int

  /// Creates a position.
  public init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(0, 0)
}

/// A width and a height in terminal cells, never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size. Negative lengths become zero.
  public init(_ width: Int, _ height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// An empty size.
  public static let zero = Size(0, 0)

  /// Whether there are no cells.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether this fits into `other` without clipping.
  public func fits(in other: Size) -> Bool { width <= other.width && height <= other.height }

  /// Returns this size, limited to `other` along both axes.
  public func clamped(to other: Size) -> Size {
    Size(min(width, other.width), min(height, other.height))
  }
}

/// A rectangle of cells. Its origin may lie outside the screen; its size is never negative.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The number of columns and rows.
  public var size: Size

  /// Creates a rectangle of `size` at `origin`.
  public init(_ origin: Point, _ size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle. Negative lengths become zero.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(Point(x, y), Size(width, height))
  }

  /// Creates a rectangle of `size` at the origin.
  public init(_ size: Size) { self.init(.zero, size) }

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The column after the last one.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last one.
  public var maxY: Int { origin.y + size.height }
  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }
  /// Whether there are no cells.
  public var isEmpty: Bool { size.isEmpty }

  /// Returns the cells that both rectangles cover; empty if they don't overlap.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(
      x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// Returns the part in a range of columns, counted from the rectangle's first one.
  func columns(_ columns: Range<Int>) -> Rect {
    Rect(x: minX + columns.lowerBound, y: minY, width: columns.count, height: height)
  }

  /// Returns the rectangle moved by `point`.
  public func offset(by point: Point) -> Rect {
    Rect(Point(origin.x + point.x, origin.y + point.y), size)
  }

  /// Returns the rectangle with its edges moved inwards; empty if the insets exceed its size.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
  }
}

/// Margins at each edge, in cells.
public struct Insets: Hashable, Sendable {
  /// The rows at the top.
  public var top: Int
  /// The columns on the left.
  public var left: Int
  /// The rows at the bottom.
  public var bottom: Int
  /// The columns on the right.
  public var right: Int

  /// Creates margins for single edges.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates margins that are equal on opposite edges.
  public init(horizontal: Int = 0, vertical: Int = 0) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }
}

/// A set of the two axes.
public struct Axes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The axis from left to right.
  public static let horizontal = Axes(rawValue: 1)
  /// The axis from top to bottom.
  public static let vertical = Axes(rawValue: 2)
  /// The axis of the enclosing stack, along which a ``Spacer`` grows.
  static let stacked = Axes(rawValue: 4)
  /// Both axes.
  public static let both: Axes = [.horizontal, .vertical]
}

/// A position along one axis in a larger space.
public enum AxisAlignment: Hashable, Sendable {
  /// Left, or top.
  case leading
  /// The center.
  case center
  /// Right, or bottom.
  case trailing

  /// Returns the number of free cells before `length` cells that are aligned in `room`.
  func offset(of length: Int, in room: Int) -> Int {
    guard room > length else { return 0 }
    switch self {
    case .leading: return 0
    case .center: return (room - length) / 2
    case .trailing: return room - length
    }
  }
}

/// A position along both axes in a larger space.
public struct Alignment: Hashable, Sendable {
  /// The position from left to right.
  public var horizontal: AxisAlignment
  /// The position from top to bottom.
  public var vertical: AxisAlignment

  /// Creates an alignment along both axes.
  public init(_ horizontal: AxisAlignment, _ vertical: AxisAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The top left corner.
  public static let topLeading = Alignment(.leading, .leading)
  /// The center of the top edge.
  public static let top = Alignment(.center, .leading)
  /// The center of the left edge.
  public static let leading = Alignment(.leading, .center)
  /// The center.
  public static let center = Alignment(.center, .center)
  /// The center of the right edge.
  public static let trailing = Alignment(.trailing, .center)
  /// The center of the bottom edge.
  public static let bottom = Alignment(.center, .trailing)

  /// Returns the rectangle of `size` aligned in `room` and clipped to it.
  func place(_ size: Size, in room: Size) -> Rect {
    let size = size.clamped(to: room)
    return Rect(
      Point(
        horizontal.offset(of: size.width, in: room.width),
        vertical.offset(of: size.height, in: room.height)),
      size)
  }
}
