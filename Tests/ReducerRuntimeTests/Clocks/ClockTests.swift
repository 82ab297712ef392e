import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct AnyClockTests {
  /// The queue of the sleeping tasks. When it has been drained, the tasks have started to sleep.
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

@Suite(.checksForLeaks) struct ImmediateClockTests {
  @Test func `a sleep returns at once and advances the clock`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    #expect(clock.uptime == .seconds(60))
  }

  @Test func `a cancelled task does not sleep`() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.uptime == .zero)
  }
}

@Suite(.checksForLeaks)
@MainActor
struct UnimplementedClockTests {
  @Test func `each use of an unimplemented clock is reported by name`() async {
    let clock: UnimplementedClock<Duration> = .unimplemented(name: "Countdown")
    let issues = await reported { _ = clock.minimumResolution }
    #expect(issues.map(\.message) == [missing("Countdown.minimumResolution")])
  }

  @Test func `a test that uses an unimplemented clock does not wait for it`() async throws {
    let clock = UnimplementedClock()
    _ = try await reported {
      let start = clock.now
      try await clock.sleep(for: .seconds(1))
      #expect(start.duration(to: clock.now) == .seconds(1))
    }
  }

  @Test func `an issue is at the line that created the clock`() async {
    let clock: UnimplementedClock<Duration> = .unimplemented()
    let createdAt = UInt(#line) - 1
    #expect(await reported { _ = clock.now }.map(\.line) == [createdAt])
  }

  @Test func `an unimplemented clock is named after the clock it wraps`() async {
    let clock = UnimplementedClock(ContinuousClock())
    let issues = await reported { _ = clock.now }
    #expect(issues.map(\.message) == [missing("ContinuousClock.now")])
  }

  private func missing(_ member: String) -> String {
    "Unimplemented: '\(member)'. Override it with 'withDependencies'."
  }
}
