import Synchronization

/// A clock that never waits: a sleep moves its time to the deadline and returns at once.
public final class ImmediateClock: Clock, Sendable {
  /// A time on this clock: how long after its beginning.
  public struct Instant: InstantProtocol {
    var offset: Duration

    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let time: Mutex<Instant>

  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  public var now: Instant { time.withLock { $0 } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await EffectQueue.yield()
  }
}
