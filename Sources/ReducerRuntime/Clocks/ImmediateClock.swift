import Synchronization

/// An instant of the clocks in this module, as the offset from the clock's start.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  public func duration(to other: Self) -> Duration { other.offset - offset }
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}

/// A clock that never waits: a sleep advances its time to the deadline and returns immediately.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A time on this clock, as the offset from its start.
  public typealias Instant = OffsetInstant<Duration>

  private let time: Mutex<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  public convenience init() where Duration == Swift.Duration {
    self.init(now: Instant())
  }

  public var now: Instant { time.withLock { $0 } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await EffectQueue.yield()
  }
}

extension ImmediateClock: EpochClock {
  public var epoch: Instant { Instant() }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// Returns a clock that never waits.
  public static var immediate: Self { Self() }
}
