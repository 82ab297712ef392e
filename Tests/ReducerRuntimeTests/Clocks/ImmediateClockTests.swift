import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.leavesNothing) struct ImmediateClockTests {
  @Test func asleepIsAtItsEnd() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    #expect(clock.uptime == .seconds(60))
  }

  @Test func whoIsCancelledDoesNotSleep() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.uptime == .zero)
  }

  @Test func `an immediate clock moves on by what is slept`() async throws {
    let clock: ImmediateClock<Duration> = .immediate
    try await clock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
  }
}
