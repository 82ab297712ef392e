/// A clock with a fixed epoch, from which its time can be measured.
///
/// A feature that measures time keeps a duration since the epoch in its state. It cannot keep instants: behind `any
/// Clock<Duration>` their type is hidden, so two of them cannot be compared.
public protocol EpochClock: Clock {
  /// The instant from which the clock's time is measured.
  var epoch: Instant { get }
  /// The time since the epoch.
  var timeSinceEpoch: Duration { get }
}

extension EpochClock {
  // Inlinable, so that each clock gets a specialized version.
  @inlinable
  public var timeSinceEpoch: Duration { epoch.duration(to: now) }
}

extension ContinuousClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension SuspendingClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension Clock where Duration == Swift.Duration {
  /// The time on this clock since its epoch. Measure an interval as the difference of two of them.
  ///
  /// Zero, with a reported issue, on a clock that is not an ``EpochClock``. For frequent reads, the dependency of the
  /// same name is faster: `@Dependency(\.uptime)`.
  public var uptime: Duration {
    guard let clock = self as? any EpochClock, let time = clock.timeSinceEpoch as? Duration else {
      reportIssue("\(Self.self) has no epoch; make it an EpochClock")
      return .zero
    }
    return time
  }
}
