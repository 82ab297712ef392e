/// A width and a height in terminal cells, never negative.
public struct Size: Hashable, Sendable {
  public var width: Int
  public var height: Int

  /// Creates a size. Negative lengths become zero.
  public init(_ width: Int, _ height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public static let zero = Size(0, 0)

  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether this fits into `other` without clipping.
  public func fits(in other: Size) -> Bool { width <= other.width && height <= other.height }

  /// Returns this size, limited to `other` along both axes.
  public func clamped(to other: Size) -> Size {
    Size(min(width, other.width), min(height, other.height))
  }
}
