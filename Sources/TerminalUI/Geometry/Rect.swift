/// A rectangle of cells. Its origin may lie outside the screen; its size is never negative.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(_ origin: Point, _ size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(Point(x, y), Size(width, height))
  }

  /// Creates a rectangle of `size` at the origin.
  public init(_ size: Size) { self.init(.zero, size) }

  public var minX: Int { origin.x }
  public var minY: Int { origin.y }
  /// The column after the last one.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last one.
  public var maxY: Int { origin.y + size.height }
  public var width: Int { size.width }
  public var height: Int { size.height }
  public var isEmpty: Bool { size.isEmpty }

  /// Returns the cells that both rectangles cover; empty if they don't overlap.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(
      x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// Returns a range of its columns, relative to the first one.
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
