import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.leavesNothing)
@MainActor
struct UnimplementedClockTests {
  @Test func `each use of one is reported by its name`() async {
    let clock: UnimplementedClock<Duration> = .unimplemented(name: "Countdown")
    let issues = await reported { _ = clock.minimumResolution }
    #expect(issues.map(\.message) == ["Unimplemented: 'Countdown.minimumResolution'"])
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
}
