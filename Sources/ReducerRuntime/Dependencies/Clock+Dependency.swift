extension DependencyValues {
  /// The clock that features sleep and tell time by; it goes on while the machine sleeps.
  ///
  /// Tests set a ``TestClock`` or an ``ImmediateClock``; one that sets nothing and sleeps fails.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self].clock }
    set { self[ContinuousClockKey.self] = TimedClock(newValue) }
  }

  /// The time on ``continuousClock``, counted from its epoch: for measuring, as the difference of two of them.
  ///
  /// Zero, and an issue, where that clock is no ``EpochClock``.
  public var uptime: Duration { self[ContinuousClockKey.self].uptime() }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue = TimedClock(ContinuousClock())
    static var testValue: TimedClock {
      TimedClock(UnimplementedClock(name: "continuousClock"))
    }
  }

  /// The clock that stands still while the machine sleeps. As ``continuousClock`` in all else.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static var testValue: any Clock<Duration> { UnimplementedClock(name: "suspendingClock") }
  }
}

/// A clock, and the way to its time, which is not found anew for each tick. One object, so that it is cheap to hand out.
private final class TimedClock: Sendable {
  let clock: any Clock<Duration>
  let uptime: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    func uptime(of clock: some EpochClock & Clock<Duration>) -> @Sendable () -> Duration {
      { clock.sinceEpoch }
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
