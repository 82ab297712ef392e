import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
struct UnimplementedClockTests {
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
