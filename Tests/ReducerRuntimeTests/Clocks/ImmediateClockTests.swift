import ReducerRuntime
import ReducerTestSupport
import Testing

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

  @Test func `an immediate clock advances by the time slept`() async throws {
    let clock: ImmediateClock<Duration> = .immediate
    try await clock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `clocks of any duration begin at zero`() {
    func starts<D: DurationProtocol & Hashable>(with _: D.Type) -> [D] {
      [ImmediateClock<D>().now.offset, TestClock<D>().now.offset]
    }
    #expect(starts(with: Duration.self) == [.zero, .zero])
  }
}
