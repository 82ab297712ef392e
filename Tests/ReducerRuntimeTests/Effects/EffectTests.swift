import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
@MainActor
struct EffectTests {
  @Test func `none does nothing`() {
    let script = Script(["start": .none])
    let task = script.send("start")
    #expect(Effect<String>.none.isNone)
    #expect(task.isFinished)
    #expect(script.words == ["start"])
  }

  @Test func `a sent action is reduced before the first send returns`() {
    let script = Script(["start": .send("next"), "next": .send("last")])
    script.store.send("start")
    #expect(script.words == ["start", "next", "last"])
  }

  @Test func `an effect runs each time it is returned`() {
    let effect: Effect<String> = .send("again")
    let script = Script(["one": effect, "two": effect])
    script.send("one")
    script.send("two")
    #expect(script.words == ["one", "again", "two", "again"])
  }

  @Test func `an effect is named by its reducer too`() {
    let effect: EffectOf<PlainChild> = .send(.increment)
    #expect(!effect.isNone)
  }
}
