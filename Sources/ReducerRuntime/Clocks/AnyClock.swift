/// A type-erased clock with instants that can be stored and compared.
///
/// ```swift
/// let clock = AnyClock(ContinuousClock())
/// let start = clock.now
/// ```
///
/// Its time starts at zero when it is created.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on this clock, as the offset from its creation.
  public typealias Instant = OffsetInstant<Duration>

  private let elapsed: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration, _ tolerance: Duration?) async throws -> Void

  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
  }

  public var now: Instant { Instant(offset: elapsed()) }
  public var minimumResolution: Duration { resolution() }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(deadline.offset, tolerance)
  }
}

extension AnyClock: EpochClock {
  public var epoch: Instant { Instant() }
}
