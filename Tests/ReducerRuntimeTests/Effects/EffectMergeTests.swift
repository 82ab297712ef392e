import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct EffectMergeTests {
  @Test func `sends come before runs, and runs start in order`() {
    let script = Script([
      "start": .merge(
        .run { await $0("run 1") }, .run { await $0("run 2") }, .send("send"))
    ])
    script.send("start")
    #expect(script.words == ["start", "send", "run 1", "run 2"])
  }

  @Test func `merging no effects gives an empty effect`() {
    #expect(Effect<String>.merge().isNone)
    #expect(Effect<String>.merge(.none, .none).isNone)
    #expect(Effect<String>.none.merge(with: .none).isNone)
    #expect(!Effect<String>.none.merge(with: .send("a")).isNone)
  }

  @Test func `a merge ends when all of its effects have ended`() {
    let signal = Signal()
    let script = Script([
      "start": .concatenate(
        .merge(.send("at once"), .words("tick", on: signal)), .send("after"))
    ])
    script.send("start")
    #expect(script.words == ["start", "at once"])
    signal.end()
    script.queue.drain()
    #expect(script.words == ["start", "at once", "after"])
  }
}
