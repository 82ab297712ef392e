import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct ClockTimerTests {
  /// The executor of the sleeping tasks. When it has been drained, the tasks have started to sleep.
  let queue = EffectQueue()

  /// A script whose effect sends the deadline of each tick and the time at which it arrives, in milliseconds since the
  /// start: `deadline@arrival`.
  func ticks(_ clock: TestClock<Duration>) -> Script {
    Script([
      "start": .run { send in
        for await tick in clock.timer(interval: .milliseconds(10)) {
          await send("\(tick / .milliseconds(1))@\(clock.uptime / .milliseconds(1))")
        }
      }
    ])
  }

  @Test func `a timer ticks at each multiple of its interval`() async {
    let clock = TestClock()
    let script = ticks(clock)
    script.send("start")
    await clock.advance(by: .milliseconds(35))
    #expect(script.words == ["start", "10.0@10.0", "20.0@20.0", "30.0@30.0"])
  }

  @Test func `a late tick does not delay later ones, and missed ones are skipped`() async {
    let clock = TestClock()
    let script = ticks(clock)
    script.send("start")
    await clock.advance(by: .milliseconds(10))
    clock.skip(by: .milliseconds(2005))
    await clock.advance(by: .milliseconds(10))
    #expect(script.words == ["start", "10.0@10.0", "20.0@2015.0", "2020.0@2020.0"])
    await clock.advance(by: .milliseconds(10))
    #expect(script.words.last == "2030.0@2030.0")
  }

  @Test func `a timer with a tiny interval can be late`() async {
    let clock = TestClock()
    let interval = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let timer = clock.timer(interval: interval)
    clock.skip(by: .seconds(100))
    let tick = Task<Duration?, Never> {
      for await tick in timer { return tick }
      return nil
    }
    await clock.advance()
    #expect(await tick.value == .seconds(100))
  }

  @Test func `a tick that is due now is not missed`() async {
    let clock = TestClock()
    let script = ticks(clock)
    script.send("start")
    clock.skip(by: .milliseconds(20))
    await clock.advance()
    #expect(script.words == ["start", "10.0@20.0", "20.0@20.0"])
  }

  @Test func `a timer ends when its task is cancelled`() async throws {
    let clock = TestClock()
    let script = ticks(clock)
    let task = script.send("start")
    await clock.advance(by: .milliseconds(10))
    task.cancel()
    script.queue.drain()
    #expect(task.isFinished)
    try await clock.checkSuspension()
  }
}

@MainActor
@Suite(.checksForLeaks) struct TickingClockTests {
  /// A clock whose timers call back three times immediately.
  struct Metronome: TickingClock {
    let base = ImmediateClock<Duration>()

    var now: ImmediateClock<Duration>.Instant { base.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ImmediateClock<Duration>.Instant, tolerance: Duration?) async throws
    {
      Issue.record("The clock has timers, so it must not sleep")
    }

    func runTimer(every interval: Duration, _ body: @escaping @MainActor () -> Void) async {
      for _ in 0..<3 { body() }
    }
  }

  @Test func `a clock with callbacks ticks without a sleep`() async {
    var ticks = 0
    await (Metronome() as any Clock<Duration>).tick(every: .milliseconds(10)) { ticks += 1 }
    #expect(ticks == 3)
  }

  @Test func `a clock without callbacks sleeps between ticks until cancellation`() async throws {
    let clock = TestClock()
    let script = Script([
      "start": .run { send in
        await clock.tick(every: .milliseconds(10), send.prepared("tick"))
      }
    ])
    let task = script.send("start")
    await clock.advance(by: .milliseconds(35))
    #expect(script.words == ["start", "tick", "tick", "tick"])
    task.cancel()
    script.queue.drain()
    #expect(task.isFinished)
    try await clock.checkSuspension()
  }

  @Test func `the uptime of the current clock is a dependency`() {
    let clock = TestClock()
    withDependencies {
      $0.continuousClock = clock
    } operation: {
      @Dependency(\.uptime) var uptime
      let before = uptime
      clock.skip(by: .seconds(3))
      #expect(uptime - before == .seconds(3))
    }
  }

  /// A clock that ticks outside of any task, when a test requests a tick.
  final class HandClock: TickingClock {
    let base = TestClock()
    @MainActor private(set) var tick: @MainActor () -> Void = {}

    nonisolated var now: TestClock<Duration>.Instant { base.now }
    nonisolated var minimumResolution: Duration { .zero }

    nonisolated func sleep(
      until deadline: TestClock<Duration>.Instant, tolerance: Duration?
    ) async throws {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }

    func runTimer(every interval: Duration, _ body: @escaping @MainActor () -> Void) async {
      tick = body
      for await _ in AsyncStream<Never>.makeStream().stream {}
    }
  }

  @Reducer struct Watch {
    struct State: Equatable { var times: [Duration] = [] }
    enum Action { case started(HandClock, other: TestClock<Duration>), ticked }

    @Dependency(\.uptime) var uptime

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .started(let clock, let other):
          return withDependencies {
            $0.continuousClock = other
          } operation: {
            .run { send in await clock.tick(every: .seconds(1), send.prepared(.ticked)) }
          }
        case .ticked:
          state.times.append(uptime)
          return .none
        }
      }
    }
  }

  @Test func `a tick is reduced with the store's dependencies`() {
    let (clock, own, queue) = (HandClock(), TestClock(), EffectQueue())
    let store = Store(
      initialState: Watch.State(), reducer: { Watch() },
      withDependencies: { $0.continuousClock = own }, effectExecutor: queue)
    store.send(.started(clock, other: TestClock()))
    queue.drain()
    own.skip(by: .seconds(5))
    clock.tick()
    #expect(store.state.times == [.seconds(5)])
  }
}
