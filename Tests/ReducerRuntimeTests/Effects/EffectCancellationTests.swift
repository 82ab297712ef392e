import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct EffectCancellationTests {
  @Test func `an effect is registered before it starts`() {
    let notes = Notes()
    let script = Script([
      "start": .merge(
        .run { _ in notes.note("ran \(Task.isCancelled)") }.cancellable(id: 1), .send("stop")),
      "stop": .cancel(id: 1),
    ])
    let task = script.send("start")
    #expect(notes.all.allSatisfy { $0 == "ran true" })
    #expect(task.isFinished)
  }

  @Test func `cancelInFlight cancels the previous effect`() {
    let first = Signal()
    let second = Signal()
    let script = Script([
      "first": .words("1", on: first).cancellable(id: 1),
      "second": .words("2", on: second).cancellable(id: 1, cancelInFlight: true),
      "third": .cancel(id: 1),
    ])
    script.send("first")
    script.send("second")
    first.fire()
    second.fire()
    script.queue.drain()
    #expect(script.words == ["first", "second", "2"])
    script.send("third")
    second.fire()
    script.queue.drain()
    #expect(script.words == ["first", "second", "2", "third"])
    #expect(script.store.isIdle)
  }

  @Test(arguments: [1, 2])
  func `cancelInFlight does not cancel its own effect`(_ inner: Int) {
    let signal = Signal()
    let script = Script([
      "first": .send("sent").cancellable(id: inner, cancelInFlight: true)
        .cancellable(id: 1, cancelInFlight: true),
      "second": .words("2", on: signal).cancellable(id: inner, cancelInFlight: true)
        .cancellable(id: 1, cancelInFlight: true),
      "stop": .cancel(id: 1),
    ])
    script.send("first")
    script.send("second")
    signal.fire()
    script.queue.drain()
    #expect(script.words == ["first", "sent", "second", "2"])
    script.send("stop")
    #expect(script.store.isIdle)
  }

  @Test func `an effect can have several ids`() {
    for id in [1, 2] {
      let signal = Signal()
      let script = Script([
        "start": .words("tick", on: signal).cancellable(id: 1).cancellable(id: 2),
        "stop": .cancel(id: id),
      ])
      script.send("start")
      script.send("stop")
      signal.fire()
      script.queue.drain()
      #expect(script.words == ["start", "stop"])
    }
  }

  @Test func `ids of different types differ`() {
    enum A: Hashable { case id }
    enum B: Hashable { case id }
    let signal = Signal()
    let script = Script([
      "start": .words("tick", on: signal).cancellable(id: A.id), "stop": .cancel(id: B.id),
    ])
    script.send("start")
    script.send("stop")
    signal.fire()
    script.queue.drain()
    #expect(script.words == ["start", "stop", "tick"])
  }

  @Test func `an effect can cancel itself`() {
    let script = Script([
      "start": .run { send in
        await send("stop")
        await send("too late")
      }
      .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    script.send("start")
    #expect(script.words == ["start", "stop"])
  }

  @Test func `an effect that has ended is not kept`() {
    let feature = FeatureEffects()
    weak var effect: CancellableEffect?
    do {
      let registered = feature.register(CancelID(1))
      effect = registered
      registered.unregister()
    }
    #expect(effect == nil)
  }

  @Test func `a child without active effects is not kept`() {
    let root = FeatureEffects()
    weak var child: FeatureEffects?
    do {
      let (id, row) = (CancelID(1), PathComponent(site: CancelID("rows"), identity: CancelID(2)))
      let started = root.begin(row)
      child = started
      #expect(started.path == [row])
      #expect(root.begin(row) === started)
      let effect = started.register(id)
      effect.unregister()
      started.end()
      started.end()
      // Removed and presented again: the end of the earlier child's effect leaves the present child in its place.
      let removed = root.begin(row)
      root.cancelRemoved(site: row.site) { _ in false }
      let present = root.begin(row)
      removed.end()
      #expect(removed.isCancelled)
      #expect(!present.isCancelled)
      #expect(root.begin(row) === present)
      present.end()
      present.end()
    }
    #expect(child == nil)
  }

  @Test func `equal ids in two elements do not collide`() {
    let family = FamilyStore(Family.State(rows: [Child.State(id: 1), Child.State(id: 2)]))
    family.send(.rows(.element(id: 1, action: .wait("a"))))
    family.send(.rows(.element(id: 2, action: .wait("b"))))
    family.send(.rows(.element(id: 1, action: .cancel)))
    family.fire("a")
    family.fire("b")
    #expect(family.store.rows.map(\.count) == [0, 100])
  }

  @Test func `a parent cancels the effects of its children`() {
    let family = FamilyStore(Family.State(rows: [Child.State(id: 1), Child.State(id: 2)]))
    family.send(.present(0))
    family.send(.presented(.presented(.wait("c"))))
    family.send(.rows(.element(id: 1, action: .wait("a"))))
    family.send(.rows(.element(id: 2, action: .wait("b"))))
    family.send(.cancelAll)
    for name in ["a", "b", "c"] { family.fire(name) }
    #expect(family.store.rows.map(\.count) == [0, 0])
    #expect(family.store.presented?.count == 0)
    #expect(family.store.isIdle)
  }
}
