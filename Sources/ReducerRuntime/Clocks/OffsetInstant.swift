/// A time on a clock of ours: how long after the clock's beginning.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// How long after the clock's beginning.
  public var offset: Duration

  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  public func duration(to other: Self) -> Duration { other.offset - offset }
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}
