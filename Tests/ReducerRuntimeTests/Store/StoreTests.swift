import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct StoreTests {
  @Test func `actions sent during a reduction are reduced afterwards, in order`() {
    let script = Script([
      "start": .merge(.send("chain"), .send("m2")),
      "chain": .merge(.send("c1"), .send("c2")),
    ])
    script.send("start")
    #expect(script.words == ["start", "chain", "m2", "c1", "c2"])
  }

  @Test func `an object in an action can send an action when it is released`() {
    enum Word {
      case object(OnRelease)
      case start
      case text(String)
    }
    let releases = LockIsolated<[String]>([])
    let sender = LockIsolated<(@Sendable (Int) -> Void)?>(nil)
    let store = Store<Int, Word>(initialState: 0) {
      Reduce { _, word in
        switch word {
        case .object: releases.withValue { $0.append("object") }
        case .start:
          return .merge(
            (1...5).map { number in .send(.object(OnRelease { sender.value?(number) })) })
        case .text(let text): releases.withValue { $0.append(text) }
        }
        return .none
      }
    }
    sender.setValue { number in
      MainActor.assumeIsolated { _ = store.send(.text("released \(number)")) }
    }
    defer { sender.setValue(nil) }
    for _ in 1...2 {
      releases.setValue([])
      store.send(.start)
      #expect(
        releases.value == Array(repeating: "object", count: 5) + (1...5).map { "released \($0)" })
    }
  }

  @Test func `observers are notified once for an action and all actions that follow`() {
    let script = Script(["1": .merge(.send("2"), .send("3")), "3": .send("4"), "4": .send("5")])
    var seen: [Int] = []
    let token = observe { seen.append(script.words.count) }
    script.send("1")
    #expect(seen == [0, 5])
    token.cancel()
  }

  @Test func `an action sent by an observer is reported and reduced`() async {
    let script = Script([:])
    var seen: [[String]] = []
    let reported = await issues {
      let token = observe {
        seen.append(script.words)
        if script.words == ["a"] { script.store.send("b") }
      }
      script.send("a")
      token.cancel()
    }
    #expect(seen == [[], ["a"], ["a", "b"]])
    #expect(reported.count == 1)
    #expect(reported.first?.contains("while observers were being notified") == true)
  }

  @Test func `an observer can send to another store`() async {
    let first = Script([:])
    let second = Script([:])
    var seen: [String] = []
    let reported = await issues {
      let tokens = [
        observe { if first.words.count == 1 { second.store.send("b") } },
        observe { seen.append("\(second.words)") },
      ]
      first.send("a")
      withExtendedLifetime(tokens) {}
    }
    #expect(seen == ["[]", "[\"b\"]"])
    #expect(reported.isEmpty)
  }

  @Test func `a send to another store notifies observers when both stores are done`() {
    let inner = Script([:])
    let outer = Store<[String], String>(initialState: []) {
      Reduce { words, word in
        inner.store.send(word)
        words.append(word)
        return .none
      }
    }
    var seen: [String] = []
    let token = observe { seen.append("\(inner.words.count) \(outer.state.count)") }
    outer.send("a")
    #expect(seen == ["0 0", "1 1"])
    token.cancel()
  }

  @Test func `finish waits for the effects of actions sent by effects`() async {
    let first = Signal()
    let second = Signal()
    let script = Script([
      "start": .words("next", on: first),
      "next": .words("last", on: second),
    ])
    let task = script.send("start")
    first.fire()
    first.end()
    script.queue.drain()
    #expect(!task.isFinished)
    second.fire()
    second.end()
    script.queue.drain()
    #expect(task.isFinished)
    await task.finish()
    #expect(script.words == ["start", "next", "last"])
  }

  @Test func `cancelling a task ends the effects of actions sent by its effects`() {
    let first = Signal()
    let second = Signal()
    let script = Script([
      "start": .words("next", on: first),
      "next": .words("last", on: second),
    ])
    let task = script.send("start")
    first.fire()
    script.queue.drain()
    task.cancel()
    #expect(task.isCancelled)
    first.fire()
    second.fire()
    script.queue.drain()
    #expect(script.words == ["start", "next"])
    #expect(task.isFinished)
  }

  @Test func `the task of a buffered send can be cancelled`() {
    let signal = Signal()
    let sender = Sender()
    let queue = EffectQueue()
    let store = Store<[String], String>(
      initialState: [],
      reducer: {
        Reduce { words, word in
          words.append(word)
          if word == "outer" { sender.store?.send("inner").cancel() }
          return word == "inner" ? .words("tick", on: signal) : .none
        }
      },
      withDependencies: { _ in }, effectExecutor: queue)
    sender.store = store
    store.send("outer")
    signal.fire()
    queue.drain()
    #expect(store.state == ["outer", "inner"])
    #expect(store.isIdle)
  }

  @Test func `a released store cancels its effects and is freed`() async {
    let signal = Signal()
    let notes = Notes()
    let queue = EffectQueue()
    var store: Store<[String], String>? = Store(
      initialState: [],
      reducer: {
        Reduce { words, word in
          words.append(word)
          return .concatenate(
            .run { send in
              for await _ in signal.stream { await send("tick") }
              notes.note("cancelled \(Task.isCancelled)")
            }
            .cancellable(id: 1),
            .run { _ in notes.note("second") })
        }
      },
      withDependencies: { _ in }, effectExecutor: queue)
    weak let root = store?.core.root
    weak let weakStore = store
    store?.send("start")
    queue.drain()
    store = nil
    #expect(weakStore == nil)
    #expect(root == nil)
    signal.fire()
    queue.drain()
    #expect(notes.all == ["cancelled true"])
  }

  @Test func `a scoped store retains its root`() {
    var parent: StoreOf<Family>? = Store(initialState: Family.State()) { Family() }
    let child = parent?.scope(state: \.child, action: \.child)
    parent = nil
    child?.send(.increment)
    #expect(child?.count == 1)
  }

  @Test func `a store without an effect executor runs effects on the main actor`() async {
    let notes = Notes()
    let store = Store<[String], String>(initialState: []) {
      Reduce { words, word in
        words.append(word)
        guard word == "start" else { return .none }
        return .run { send in
          notes.note("\(isolationIsMain())")
          await send("done")
          notes.note("\(isolationIsMain())")
        }
      }
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "done"])
    #expect(notes.all == ["true", "true"])
  }

  /// A reference that a reducer uses to send to its own store.
  final class Sender {
    weak var store: Store<[String], String>?
  }
}

private func isolationIsMain(
  isolation: isolated (any Actor)? = #isolation
) -> Bool {
  isolation === MainActor.shared
}

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

  @Test func `cancelling a task ends only the effects of its send`() {
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

  @Test func `cancelling a task that waits for the effects cancels them`() async {
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

/// An object that runs a function when it is released.
private final class OnRelease: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }

  deinit { run() }
}
