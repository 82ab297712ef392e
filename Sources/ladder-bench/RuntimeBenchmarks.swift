import ReducerRuntime

extension Bench {
  /// What it costs to send, to scope and to run effects.
  mutating func runtime() async {
    sendFlat()
    sendThroughScopes()
    tick()
    for rows in [10, 1000, 100_000] { sendToRow(of: rows) }
    await effects()
  }

  private mutating func sendFlat() {
    let plain = Store(initialState: PlainCounter.State()) { PlainCounter() }
    measure("runtime.send.flat.plain", size: 0) { plain.send(.increment) }
    check(plain.withState(\.count) > 0, "runtime.send.flat.plain")

    let observed = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
    measure("runtime.send.flat", size: 0) { observed.send(.increment) }
    check(observed.withState(\.count) > 0, "runtime.send.flat")

    // Somebody looks at it, as a screen does.
    var seen = 0
    let token = observe { seen = observed.count }
    measure("runtime.send.observed", size: 1) { observed.send(.increment) }
    check(seen == observed.withState(\.count), "runtime.send.observed")
    token.cancel()
  }

  private mutating func sendThroughScopes() {
    let one = Level(inner: ObservedCounter())
    let three = Level(inner: Level(inner: one))
    let five = Level(inner: Level(inner: three))

    let atOne = Store(initialState: .init(child: .init())) { one }
    measure("runtime.send.root", size: 1) { atOne.send(.child(.increment)) }
    check(atOne.withState(\.child.count) > 0, "runtime.send.root")

    let atThree = Store(initialState: .init(child: .init(child: .init(child: .init())))) { three }
    measure("runtime.send.root", size: 3) { atThree.send(.child(.child(.child(.increment)))) }
    check(atThree.withState(\.child.child.child.count) > 0, "runtime.send.root")

    let atFive = Store(
      initialState: .init(child: .init(child: .init(child: .init(child: .init(child: .init())))))
    ) { five }
    measure("runtime.send.root", size: 5) {
      atFive.send(.child(.child(.child(.child(.child(.increment))))))
    }

    let ten = Level(inner: Level(inner: Level(inner: Level(inner: Level(inner: five)))))
    let atTen = Store(
      initialState: .init(
        child: .init(
          child: .init(child: .init(child: .init(child: atFive.withState { $0 })))))
    ) { ten }
    measure("runtime.send.root", size: 10) {
      atTen.send(
        .child(
          .child(.child(.child(.child(.child(.child(.child(.child(.child(.increment)))))))))))
    }

    let leaf = atThree.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    measure("runtime.send.scoped", size: 3) { leaf.send(.increment) }
    measure("runtime.scope", size: 3) {
      _ = atThree.scope(state: \.child, action: \.child)
        .scope(state: \.child, action: \.child).scope(state: \.child, action: \.child)
    }
  }

  private mutating func tick() {
    let store = Store(
      initialState: BenchTabs.State(detail: BenchDetail.State(timer: BenchTimer.State()))
    ) {
      BenchTabs()
    }
    measure("runtime.tick", size: 3) {
      store.send(.detail(.presented(.timer(.presented(.tick)))))
    }
    check(store.withState { $0.detail?.timer?.elapsed ?? .zero } > .zero, "runtime.tick")
  }

  private mutating func sendToRow(of rows: Int) {
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

  private mutating func effects() async {
    let store = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
    await measure("runtime.effect.bareTask", size: 1) { await Task {}.value }
    await measure("runtime.effect.run", size: 1) { await store.send(.runOnce).finish() }
    await measure("runtime.cancellable", size: 1) {
      let task = store.send(.start)
      store.send(.stop)
      await task.finish()
    }
    measure("runtime.cancel.idle", size: 0) { store.send(.stop) }
    let before = store.withState(\.count)
    measure("runtime.effect.chain", size: 1000) { store.send(.countDown(999)) }
    check(store.withState(\.count) > before, "runtime.effect.chain")
  }
}
