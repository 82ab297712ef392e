import ReducerRuntime
import ReducerTestSupport

extension Bench {
  /// Measures sending actions, scoping stores and running effects.
  mutating func measureRuntime() async {
    measureFlatSend()
    measureScopedSend()
    measureTick()
    measureDestinations()
    for rows in [10, 1000, 100_000] { measureRowSend(of: rows) }
    for depth in [10, 10_000] { measureStackPush(at: depth) }
    await measureEffects()
    await measureTestStore()
  }

  private mutating func measureFlatSend() {
    let plain = Store(initialState: PlainCounter.State()) { PlainCounter() }
    measure("runtime.send.flat.plain", size: 0) { plain.send(.increment) }
    check(plain.withState(\.count) > 0, "runtime.send.flat.plain")

    let observed = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
    measure("runtime.send.flat", size: 0) { observed.send(.increment) }
    check(observed.withState(\.count) > 0, "runtime.send.flat")

    // With an observer, like a screen.
    var seen = 0
    let token = observe { seen = observed.count }
    measure("runtime.send.observed", size: 1) { observed.send(.increment) }
    check(seen == observed.withState(\.count), "runtime.send.observed")
    token.cancel()
  }

  private mutating func measureScopedSend() {
    let oneLevel = Store(initialState: Level1.State()) { Level1() }
    let threeLevels = Store(initialState: Level3.State()) { Level3() }
    let fiveLevels = Store(initialState: Level5.State()) { Level5() }
    let tenLevels = Store(initialState: Level10.State()) { Level10() }
    measure("runtime.send.root", size: 1) { oneLevel.send(.child(.increment)) }
    measure("runtime.send.root", size: 3) { threeLevels.send(.child(.child(.child(.increment)))) }
    measure("runtime.send.root", size: 5) {
      fiveLevels.send(.child(.child(.child(.child(.child(.increment))))))
    }
    measure("runtime.send.root", size: 10) {
      tenLevels.send(
        .child(
          .child(.child(.child(.child(.child(.child(.child(.child(.child(.increment)))))))))))
    }

    let scopedOnce = oneLevel.scope(state: \.child, action: \.child)
    let scopedThrice = threeLevels.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    let scopedFive = fiveLevels.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    let half = tenLevels.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    let scopedTen = half.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    measure("runtime.send.scoped", size: 1) { scopedOnce.send(.increment) }
    measure("runtime.send.scoped", size: 3) { scopedThrice.send(.increment) }
    measure("runtime.send.scoped", size: 5) { scopedFive.send(.increment) }
    measure("runtime.send.scoped", size: 10) { scopedTen.send(.increment) }
    check(
      scopedTen.count
        == tenLevels.withState(\.child.child.child.child.child.child.child.child.child.child.count),
      "runtime.send.scoped")

    measure("runtime.scope", size: 1) { _ = oneLevel.scope(state: \.child, action: \.child) }
    measure("runtime.scope", size: 3) {
      _ = threeLevels.scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    }
    var read = 0
    measure("runtime.read", size: 3) { read &+= scopedThrice.count }
    check(read != 0, "runtime.read")
  }

  private mutating func measureTick() {
    let store = Store(
      initialState: BenchTabs.State(detail: BenchDetail.State(timer: BenchTimer.State()))
    ) {
      BenchTabs()
    }
    let tick = BenchTabs.Action.detail(.presented(.timer(.presented(.tick))))
    measure("runtime.tick.unobserved", size: 2) { store.send(tick) }
    check(store.withState { $0.detail?.timer?.elapsed ?? .zero } > .zero, "runtime.tick")

    // As on screen, the observer is invalidated and renders later.
    let timer = store.scope(state: \.detail, action: \.detail.presented)!
      .scope(state: \.timer, action: \.timer.presented)!
    var isChanged = false
    let screen = ObservedOperation { isChanged = true }
    _ = screen { timer.elapsed }
    measure("runtime.tick", size: 2) { store.send(tick) }
    check(isChanged, "runtime.tick")

    // The same action, sent by the timer's store, with a read after each tick.
    var seen = Duration.zero
    let token = observe { seen = timer.elapsed }
    measure("runtime.tick.shown", size: 2) { timer.send(.tick) }
    check(seen == timer.elapsed, "runtime.tick.shown")
    token.cancel()
    withExtendedLifetime(screen) {}
  }

  private mutating func measureRowSend(of rows: Int) {
    let store = Store(
      initialState: BenchList.State(
        rows: IdentifiedArray(uniqueElements: (0..<rows).map { ObservedCounter.State(id: $0) }))
    ) {
      BenchList()
    }
    measure("runtime.forEach", size: rows) {
      store.send(.rows(.element(id: rows / 2, action: .increment)))
    }
    check(store.withState { $0.rows[id: rows / 2]?.count ?? 0 } > 0, "runtime.forEach")
  }

  private mutating func measureStackPush(at depth: Int) {
    let elements = (0..<depth).map { ObservedCounter.State(id: $0) }
    let store = Store(initialState: BenchStack.State(path: StackState(elements))) { BenchStack() }
    let element = ObservedCounter.State(id: depth)
    // The pop keeps the depth constant.
    measure("runtime.stack.push", size: depth) {
      store.send(.push(element))
      store.send(.pop)
    }
    check(store.withState(\.path.count) == depth, "runtime.stack.push")
  }

  private mutating func measureEffects() async {
    let store = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
    // The cost of a task on the main actor without a store, as a reference for the next figure.
    let sum = Sum()
    await measureAsync("runtime.effect.bareTask", size: 1) {
      await Task { @MainActor in sum.value += 1 }.value
    }
    await measureAsync("runtime.effect.run", size: 1) { await store.send(.runOnce).finish() }
    await measureAsync("runtime.cancellable", size: 1) {
      let task = store.send(.start)
      store.send(.stop)
      await task.finish()
    }
    measure("runtime.cancel.idle", size: 0) { store.send(.stop) }
    let before = store.withState(\.count)
    measure("runtime.effect.chain", size: 1000, steps: 1000) { store.send(.countDown(999)) }
    check(store.withState(\.count) > before, "runtime.effect.chain")
    for depth in [10, 100] { await measureEffects(at: depth) }
  }

  /// Measures two effects of a child at `depth`, with five actions each.
  private mutating func measureEffects(at depth: Int) async {
    let store = Store(initialState: BenchNested.State(depth: depth)) { BenchNested() }
    let start = BenchNested.Action.start(at: depth)
    await measureAsync("runtime.effect.depth", size: depth) { await store.send(start).finish() }
    let count = store.withState(\.deepestCount)
    check(count > 0 && count.isMultiple(of: 10), "runtime.effect.depth")
  }

  @MainActor
  private final class Sum {
    var value = 0
  }

  private mutating func measureTestStore() async {
    let store = TestStore(initialState: ObservedCounter.State()) { ObservedCounter() }
    await measureAsync("runtime.teststore", size: 1) {
      await store.send(.increment) { $0.count += 1 }
    }
    check(store.state.count > 0, "runtime.teststore")
  }
}
