import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct UnimplementedClockTests {
  @Test func `each use of an unimplemented clock is reported by name`() async {
    let clock: UnimplementedClock<Duration> = .unimplemented(name: "Countdown")
    let issues = await reported { _ = clock.minimumResolution }
    #expect(issues.map(\.message) == ["Unimplemented: 'Countdown.minimumResolution'"])
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
    #expect(issues.map(\.message) == ["Unimplemented: 'ContinuousClock.now'"])
  }

  @Test func `using an unset clock reports an issue`() async {
    withExpectedIssue {
      @Dependency(\.suspendingClock) var clock
      _ = clock.uptime
    }
    await withExpectedIssue {
      try? await UnimplementedClock(ImmediateClock()).sleep(for: .zero)
    }
  }
}
