/// A clock that can say how much time has passed on it since a moment that stays the same.
///
/// A feature that measures keeps such a time in its state. A clock's own instants will not do there: behind
/// `any Clock<Duration>` their type is hidden, and two of them cannot even be compared.
public protocol EpochClock: Clock {
  /// The moment that the clock's time is counted from.
  var epoch: Instant { get }
  /// The time since then.
  var sinceEpoch: Duration { get }
}

extension EpochClock {
  // Inlinable: so each clock has one compiled for it.
  @inlinable
  public var sinceEpoch: Duration { epoch.duration(to: now) }
}

extension ContinuousClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension SuspendingClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension Clock where Duration == Swift.Duration {
  /// The time on this clock, counted from its epoch: for measuring, as the difference of two of them.
  ///
  /// Zero, and an issue, on a clock that is no ``EpochClock``. Where it is asked often, the dependency of that name answers
  /// sooner: `@Dependency(\.uptime)`.
  public var uptime: Duration {
    guard let clock = self as? any EpochClock, let time = clock.sinceEpoch as? Duration else {
      reportIssue("\(Self.self) has no epoch; make it an EpochClock")
      return .zero
    }
    return time
  }
}
