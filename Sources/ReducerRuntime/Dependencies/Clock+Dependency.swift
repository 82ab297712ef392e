extension DependencyValues {
  /// The clock that features sleep and tell time by; it goes on while the machine sleeps.
  ///
  /// Tests set a ``TestClock`` or an ``ImmediateClock``; one that sets nothing and sleeps fails.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = ContinuousClock()
    static var testValue: any Clock<Duration> { UnimplementedClock(name: "continuousClock") }
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
