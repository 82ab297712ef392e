import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct EffectMapTests {
  @Test func `a mapped effect sends mapped actions`() {
    let effect = Effect<Int>.concatenate(
      .send(1), .run { await $0(2) }.cancellable(id: 1), .merge(.send(3), .run { await $0(4) }))
    let script = Script(["start": effect.map { "\($0)" }])
    script.send("start")
    #expect(script.words == ["start", "1", "2", "3", "4"])
  }

  @Test func `mapping an empty effect gives an empty effect`() {
    #expect(Effect<Int>.none.map { "\($0)" }.isNone)
  }

  @Test func `a mapped effect keeps its cancellation id`() {
    let signal = Signal()
    let ticks: Effect<Int> = .run { send in
      for await _ in signal.stream { await send(1) }
    }
    let script = Script([
      "start": ticks.cancellable(id: 1).map { "tick \($0)" },
      "stop": Effect<Int>.cancel(id: 1).map { "\($0)" },
    ])
    script.send("start")
    signal.fire()
    script.queue.drain()
    script.send("stop")
    signal.fire()
    script.queue.drain()
    #expect(script.words == ["start", "tick 1", "stop"])
    #expect(script.store.isIdle)
  }
}
