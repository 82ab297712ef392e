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

  @Test func `unset clocks report their use`() async {
    withExpectedIssue {
      @Dependency(\.suspendingClock) var clock
      _ = clock.uptime
    }
    await withExpectedIssue {
      try? await UnimplementedClock(ImmediateClock()).sleep(for: .zero)
    }
  }
}
