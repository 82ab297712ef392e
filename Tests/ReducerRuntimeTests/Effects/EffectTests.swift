import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
@MainActor
struct EffectTests {
  @Test func `a sent action is reduced before the first send returns`() {
    let script = Script(["start": .send("next"), "next": .send("last")])
    script.store.send("start")
    #expect(script.words == ["start", "next", "last"])
  }
}

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

  @Test func `the next part begins after a part is cancelled`() {
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
}

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

@MainActor
@Suite(.checksForLeaks) struct EffectMapTests {
  @Test func `a mapped effect sends mapped actions`() {
    let effect = Effect<Int>.concatenate(
      .send(1), .run { await $0(2) }.cancellable(id: 1), .merge(.send(3), .run { await $0(4) }))
    let script = Script(["start": effect.map { "\($0)" }])
    script.send("start")
    #expect(script.words == ["start", "1", "2", "3", "4"])
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

/// Tests of chains of effects that would overflow the stack if composition were recursive.
@MainActor
@Suite(.checksForLeaks) struct LongEffectTests {
  private let count = 50_000
  private var sends: [Effect<String>] { (0..<count).map { .send("\($0)") } }

  @Test func `the effects of a list run in order`() {
    expectAll(.concatenate(sends))
  }

  @Test func `the effects of a chain of concatenations run in order`() {
    expectAll(sends.reduce(.none) { $0.concatenate(with: $1) })
    expectAll(sends.reversed().reduce(.none) { $1.concatenate(with: $0) })
    expectAll(sends.reduce(.none) { .concatenate($0, $1) })
  }

  @Test func `a chain of merges runs in order`() {
    expectAll(sends.reduce(.none) { $0.merge(with: $1) })
    expectAll(sends.reversed().reduce(.none) { $1.merge(with: $0) })
    expectAll(sends.reduce(.none) { .merge($0, $1) })
  }

  @Test func `nested mappings are applied from the inside out`() {
    var effect = Effect<String>.run { await $0("") }
    for number in 0..<600 { effect = effect.map { $0 + " \(number)" } }
    let script = Script(["start": effect])
    script.send("start")
    #expect(script.words.last == (0..<600).map { " \($0)" }.joined())
  }

  private func expectAll(
    _ effect: Effect<String>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let script = Script(["start": effect])
    script.send("start")
    #expect(script.words.count == count + 1, sourceLocation: sourceLocation)
    #expect(
      script.words.dropFirst().elementsEqual((0..<count).lazy.map(String.init)),
      sourceLocation: sourceLocation)
  }
}
