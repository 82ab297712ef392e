import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct EffectRunTests {
  struct Failure: Error {}

  @Test func `send returns when all actions that follow from it are reduced`() {
    let notes = Notes()
    let sink = Notes()
    let script = Script([
      "start": .run { send in
        await send("1")
        sink.note("returned")
      },
      "1": .merge(.send("2"), .send("3")),
    ])
    let token = observe { notes.note("\(script.words.count) \(sink.all.count)") }
    script.send("start")
    #expect(notes.all == ["0 0", "1 0", "4 0"])
    #expect(sink.all == ["returned"])
    token.cancel()
  }

  @Test func `a stored effect sends its action each time it is called`() {
    let script = Script([
      "start": .run { send in
        let again = await send.prepared("again")
        await again()
        await again()
      }
    ])
    script.send("start")
    #expect(script.words == ["start", "again", "again"])
  }

  @Test func `a stored effect's action is embedded once`() {
    let notes = Notes()
    let send = Send<String> { notes.note($0) }
      .pullback { (number: Int) in
        MainActor.assumeIsolated { notes.note("made") }
        return "\(number)"
      }
    let seven = send.prepared(7)
    seven()
    seven()
    #expect(notes.all == ["made", "7", "7"])
  }

  @Test func `a stored effect sends nothing after it is cancelled`() async {
    let notes = Notes()
    let task = Task { @MainActor in
      let again = Send<String> { notes.note($0) }.prepared("again")
      again()
      withUnsafeCurrentTask { $0?.cancel() }
      again()
    }
    await task.value
    #expect(notes.all == ["again"])
  }

  @Test func `a cancellation is not an error`() async {
    let reported = await issues {
      Script(["start": .run { _ in throw CancellationError() }]).send("start")
    }
    #expect(reported.isEmpty)
  }

  @Test func `an error from a cancelled effect is ignored`() async {
    let signal = Signal()
    let reported = await issues {
      let script = Script([
        "start": .run { _ in
          for await _ in signal.stream {}
          throw Failure()
        }
        .cancellable(id: 1),
        "stop": .cancel(id: 1),
      ])
      script.send("start")
      script.send("stop")
      script.queue.drain()
      #expect(script.store.isIdle)
    }
    #expect(reported.isEmpty)
  }

  @Test func `an effect has a name`() {
    let script = Script([
      "start": .run(name: "loading") { send in await send(Task.name ?? "") }.map { $0 }
    ])
    script.send("start")
    #expect(script.words == ["start", "loading"])
  }

  @Test func `actions from a cancelled effect are dropped`() async {
    let signal = Signal()
    let script = Script([
      "start": .run { send in
        for await _ in signal.stream {}
        await send("late")
        await Task.detached { await send("stray") }.value
      }
      .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    script.send("start")
    script.send("stop")
    // The effect awaits the unstructured task, so the store is idle only after this task has sent its action.
    await script.queue.run(until: { script.store.isIdle }, timeout: .seconds(10))
    #expect(script.words == ["start", "stop"])
  }

  @Test func `actions from a completed effect are reported and reduced`() async {
    let kept = Kept()
    let script = Script(["start": .run { send in await kept.keep(send) }])
    let reported = await issues {
      script.send("start")
      kept.send?("late")
    }
    #expect(script.words == ["start", "late"])
    #expect(reported == ["An action was sent by an effect that had completed: late"])
  }

  @MainActor final class Kept {
    var send: Send<String>?
    func keep(_ send: Send<String>) { self.send = send }
  }
}
