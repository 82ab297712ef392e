/// What the mouse did, as far as anybody here wants to know.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    case wheelUp, wheelDown
  }

  public var kind: Kind
  /// The cell it was over, the first being (0, 0).
  public var position: Point

  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}
