import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct EffectConcatenateTests {
  @Test func `each effect waits for the previous one`() {
    let signal = Signal()
    let script = Script([
      "start": .concatenate(
        .run { await $0("1") }, .words("2", on: signal), .send("3"), .run { await $0("4") })
    ])
    script.send("start")
    #expect(script.words == ["start", "1"])
    signal.fire()
    script.queue.drain()
    #expect(script.words == ["start", "1", "2"])
    signal.end()
    script.queue.drain()
    #expect(script.words == ["start", "1", "2", "3", "4"])
  }

  @Test func `a cancelled concatenation stops`() {
    let script = Script([
      "start": .concatenate(.words("1", on: Signal()), .send("2"), .run { await $0("3") })
        .cancellable(id: "all"),
      "stop": .cancel(id: "all"),
    ])
    let task = script.send("start")
    script.send("stop")
    #expect(script.words == ["start", "stop"])
    #expect(task.isFinished)
  }

  @Test func `a cancelled part lets the next begin`() {
    let script = Script([
      "start": .concatenate(.words("1", on: Signal()).cancellable(id: "part"), .send("2")),
      "skip": .cancel(id: "part"),
    ])
    script.send("start")
    script.send("skip")
    #expect(script.words == ["start", "skip", "2"])
  }

  @Test func `a cancelled task stops the concatenation`() {
    let script = Script(["start": .concatenate(.words("1", on: Signal()), .send("2"))])
    let task = script.send("start")
    task.cancel()
    script.queue.drain()
    #expect(script.words == ["start"])
    #expect(task.isFinished)
  }

  @Test func `a thousand effects run in turn`() {
    let effects = (0..<1000).map { Effect<String>.send("\($0)") }
    let script = Script(["start": .concatenate(effects)])
    script.send("start")
    #expect(script.words.count == 1001)
    #expect(script.words.last == "999")
  }
}
