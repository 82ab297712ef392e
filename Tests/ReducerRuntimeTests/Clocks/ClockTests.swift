import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
struct ClockTests {
  @Test func `any clock tells and waits for the time of the one inside`() async throws {
    let inner: TestClock<Duration> = TestClock()
    await inner.advance(by: .seconds(5))
    let clock = AnyClock(inner)
    let start = clock.now
    async let slept: Void = clock.sleep(for: .seconds(1))
    await inner.advance(by: .seconds(1))
    try await slept
    #expect(start.duration(to: clock.now) == .seconds(1))
    #expect(clock.uptime == .seconds(1))
  }

  @Test func `an immediate clock moves on by what is slept`() async throws {
    let clock: ImmediateClock<Duration> = .immediate
    try await clock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a test clock runs until nobody sleeps`() async throws {
    let clock = TestClock()
    async let slept: Void = {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(60))
    }()
    await clock.run()
    try await slept
    #expect(clock.now.offset == .seconds(61))
    try await clock.checkSuspension()
  }

  @Test func `a run that does not end is reported`() async {
    let clock = TestClock()
    let timer = Task { for await _ in clock.timer(interval: .seconds(1)) {} }
    await withExpectedIssue { await clock.run(timeout: .milliseconds(1)) }
    timer.cancel()
  }

  @Test func `somebody who sleeps is found`() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await #expect(throws: SuspensionError.self) {
      await clock.advance()
      try await clock.checkSuspension()
    }
    sleeper.cancel()
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
  }

  @Test func `a clock may have a duration of its own`() async throws {
    let clock = TestClock<Beats>(now: .init(offset: Beats(count: 2)))
    async let slept: Void = clock.sleep(for: Beats(count: 3))
    await clock.advance(by: Beats(count: 3))
    try await slept
    #expect(clock.now.offset == Beats(count: 5))
  }

  @Test func `clocks nobody set report their use`() async {
    withExpectedIssue {
      @Dependency(\.suspendingClock) var clock
      _ = clock.uptime
    }
    await withExpectedIssue {
      try? await UnimplementedClock(TestClock()).sleep(for: .zero)
    }
  }

  @Test func `a timer's ticks stay on their multiples`() async {
    let clock = TestClock()
    let ticks = Task { @MainActor in
      var instants: [Duration] = []
      for await _ in clock.timer(interval: .seconds(1), tolerance: .milliseconds(100)) {
        instants.append(clock.now.offset)
        if instants.count == 1 { clock.leap(by: .milliseconds(2_500)) }
        if instants.count == 3 { break }
      }
      return instants
    }
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .seconds(1))
    #expect(await ticks.value == [.seconds(1), .seconds(4), .seconds(5)])
  }
}

private struct Beats: DurationProtocol, Hashable {
  var count: Int
  static var zero: Self { Self(count: 0) }
  static func + (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count + rhs.count) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count - rhs.count) }
  static func * (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count * rhs) }
  static func / (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count / rhs) }
  static func / (lhs: Self, rhs: Self) -> Double { Double(lhs.count) / Double(rhs.count) }
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
}
