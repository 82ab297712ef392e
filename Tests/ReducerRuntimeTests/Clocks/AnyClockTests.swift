import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct AnyClockTests {
  /// The queue of the sleeping tasks, which makes it deterministic when they have started to sleep.
  let queue = EffectQueue()

  @Test func `virtual clocks have no minimum resolution`() {
    #expect(AnyClock(TestClock()).minimumResolution == .zero)
    #expect(ImmediateClock().minimumResolution == .zero)
  }

  @Test func `a clock without an epoch is reported when its time is read`() {
    withExpectedIssue { #expect(Sundial().uptime == .zero) }
  }

  @Test func `AnyClock reads and sleeps on the wrapped clock`() async throws {
    let inner: TestClock<Duration> = TestClock()
    await inner.advance(by: .seconds(5))
    let clock = AnyClock(inner)
    let start = clock.now
    let slept = Task(executorPreference: queue) { try await clock.sleep(for: .seconds(1)) }
    await inner.advance(by: .seconds(1))
    try await slept.value
    #expect(start.duration(to: clock.now) == .seconds(1))
    #expect(clock.uptime == .seconds(1))
  }
}

/// A clock without an epoch.
private struct Sundial: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { .now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
