/// A position in cells: `x` columns from the left and `y` rows from the top.
public struct Point: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(0, 0)
}
