extension DependencyValues {
  /// The clock for sleeping and measuring time; it continues while the machine sleeps.
  ///
  /// Tests set a ``TestClock`` or an ``ImmediateClock``. A test that sets none and sleeps fails.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self].clock }
    set { self[ContinuousClockKey.self] = TimedClock(newValue) }
  }

  /// The time on ``continuousClock`` since its epoch. Measure an interval as the difference of two of them.
  ///
  /// Zero, with a reported issue, if that clock is not an ``EpochClock``.
  public var uptime: Duration { self[ContinuousClockKey.self].uptime() }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue = TimedClock(ContinuousClock())
    static var testValue: TimedClock {
      TimedClock(UnimplementedClock(ContinuousClock(), name: "continuousClock"))
    }
  }

  /// The clock that stops while the machine sleeps. Otherwise it behaves like ``continuousClock``.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static var testValue: any Clock<Duration> {
      UnimplementedClock(SuspendingClock(), name: "suspendingClock")
    }
  }
}

/// A clock with a closure that reads its uptime, so that casts are done once and not for each tick. A class, because
/// copying one is cheap.
private final class TimedClock: Sendable {
  let clock: any Clock<Duration>
  let uptime: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    func uptime(of clock: some EpochClock & Clock<Duration>) -> @Sendable () -> Duration {
      { clock.timeSinceEpoch }
    }
    self.clock = clock
    self.uptime =
      if let clock = clock as? any EpochClock & Clock<Duration> {
        uptime(of: clock)
      } else {
        { clock.uptime }
      }
  }
}
