import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreTaskTests {
  @Test func `a send without effects has nothing to wait for`() async {
    let task = Script([:]).store.send("word")
    #expect(task.isFinished)
    await task.finish()
    task.cancel()
    #expect(task.isCancelled)
  }

  @Test func `cancelling ends the effects of this send and of no other`() {
    let signal = Signal()
    let other = Signal()
    let script = Script(["one": .words("1", on: signal), "two": .words("2", on: other)])
    let one = script.send("one")
    let two = script.send("two")
    one.cancel()
    signal.fire()
    other.fire()
    script.queue.drain()
    #expect(script.words == ["one", "two", "2"])
    #expect(one.isCancelled && one.isFinished)
    #expect(!two.isCancelled && !two.isFinished)
  }

  @Test func `finish returns when the effects have ended`() async {
    let store = Store<[String], String>(initialState: []) {
      Reduce { words, word in
        words.append(word)
        return word == "go" ? .run { send in await send("gone") } : .none
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "gone"])
  }

  @Test func `cancelling the task that waits cancels the effects`() async {
    let signal = Signal()
    let script = Script(["go": .words("1", on: signal)])
    let sent = script.send("go")
    let waiting = Task { await sent.finish() }
    waiting.cancel()
    await EffectQueue.turn()
    script.queue.drain()
    await waiting.value
    #expect(sent.isCancelled && sent.isFinished)
  }
}
