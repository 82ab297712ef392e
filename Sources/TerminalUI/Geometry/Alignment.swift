/// A position along one axis in a larger space.
public enum AxisAlignment: Hashable, Sendable {
  /// Left, or top.
  case leading
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
  public var horizontal: AxisAlignment
  public var vertical: AxisAlignment

  public init(_ horizontal: AxisAlignment, _ vertical: AxisAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let topLeading = Alignment(.leading, .leading)
  public static let top = Alignment(.center, .leading)
  public static let topTrailing = Alignment(.trailing, .leading)
  public static let leading = Alignment(.leading, .center)
  public static let center = Alignment(.center, .center)
  public static let trailing = Alignment(.trailing, .center)
  public static let bottomLeading = Alignment(.leading, .trailing)
  public static let bottom = Alignment(.center, .trailing)
  public static let bottomTrailing = Alignment(.trailing, .trailing)

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
