/// A press of the left mouse button or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    case wheelUp, wheelDown
  }

  public var kind: Kind
  /// The cell under the pointer. The first cell is (0, 0).
  public var position: Point

  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
