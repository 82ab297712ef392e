import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks, .serialized) struct ObservationTests {
  /// Returns the number of notifications for the reads of `read` while `send` runs.
  func changes(
    of read: @escaping @MainActor (StoreOf<Family>) -> Void,
    state: Family.State = Family.State(
      rows: [Child.State(id: 1), Child.State(id: 2)],
      plainRows: [PlainChild.State(id: 1), PlainChild.State(id: 2)]),
    when send: (StoreOf<Family>) -> Void
  ) -> Int {
    let store = Store(initialState: state) { Family() }
    var runs = 0
    let token = observe {
      runs += 1
      read(store)
    }
    let before = runs
    send(store)
    token.cancel()
    return runs - before
  }

  @Test func `only changes of observed properties notify`() {
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.setNote("x"))
      } == 1)
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.child(.increment))
      } == 0)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.setNote("x"))
      } == 0)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.child(.increment))
      } == 1)
    #expect(
      changes {
        _ = $0.child.id
      } when: {
        $0.send(.child(.increment))
      } == 0)
  }

  @Test func `observers added or removed between two changes are respected`() {
    let store = Store(initialState: Family.State()) { Family() }
    var notified: [String] = []
    func observer(_ name: String) -> ObserveToken {
      observe {
        notified.append(name)
        _ = store.note
      }
    }
    let first = observer("first")
    store.send(.setNote("1"))
    let second = observer("second")
    notified = []
    store.send(.setNote("2"))
    #expect(notified == ["first", "second"])
    first.cancel()
    store.send(.setNote("3"))
    #expect(notified == ["first", "second", "second"])
    withExtendedLifetime(second) {}
  }

  @Test func `setting an equal value is not a change`() {
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.setNote(""))
      } == 0)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.child(.setCount(0)))
      } == 0)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.child(.setCount(1)))
      } == 1)
  }

  @Test func `a child changed through its parent notifies`() {
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.incrementChild)
      } == 1)
    #expect(
      changes {
        _ = $0.child.id
      } when: {
        $0.send(.incrementChild)
      } == 0)
  }

  @Test func `a replaced child notifies`() {
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.replaceChild)
      } == 1)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.child(.reset))
      } == 1)
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.child(.reset))
      } == 0)
  }

  @Test func `an earlier copy of a child that is written back notifies`() {
    let store = Store(initialState: Draft.State()) { Draft() }
    var counts: [Int] = []
    let token = observe { counts.append(store.child.count) }
    for action in [.increment, .save, .increment, .restore] as [Draft.Action] { store.send(action) }
    token.cancel()
    #expect(counts == [0, 1, 2, 1])
  }

  @Test func `a replaced root notifies`() {
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.replaceAll)
      } == 1)
    #expect(
      changes {
        _ = $0.child.count
      } when: {
        $0.send(.replaceAll)
      } == 1)
  }

  @Test func `a replaced root is observed again`() {
    let store = Store(initialState: Family.State()) { Family() }
    var seen: [String] = []
    let token = observe { seen.append(store.note) }
    store.send(.replaceAll)
    store.send(.setNote("x"))
    #expect(seen == ["", "", "x"])
    token.cancel()
  }

  @Test func `a plain child notifies as its parent's property`() {
    #expect(
      changes {
        _ = $0.plain.count
      } when: {
        $0.send(.plain(.increment))
      } == 1)
    #expect(
      changes {
        _ = $0.note
      } when: {
        $0.send(.plain(.increment))
      } == 0)
    #expect(
      changes {
        _ = $0.optional?.count
      } when: {
        $0.send(.present(1))
        $0.send(.optional(.increment))
      } == 2)
  }

  @Test func `plain state notifies as a whole`() {
    let store = Store(initialState: PlainChild.State()) { PlainChild() }
    var seen: [Int] = []
    let token = observe { seen.append(store.count) }
    store.send(.increment)
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test func `presenting and dismissing notify`() {
    #expect(
      changes {
        _ = $0.presented == nil
      } when: {
        $0.send(.present(1))
      } == 1)
    let presenting = Family.State(presented: Child.State())
    let read: @MainActor (StoreOf<Family>) -> Void = { _ = $0.presented?.count }
    #expect(
      changes(of: read, state: presenting) { $0.send(.presented(.presented(.increment))) } == 1)
    #expect(changes(of: read, state: presenting) { $0.send(.presented(.presented(.reset))) } == 1)
    #expect(changes(of: read, state: presenting) { $0.send(.presented(.dismiss)) } == 1)
    #expect(changes(of: read, state: presenting) { $0.send(.setNote("x")) } == 0)
  }

  @Test func `only the changed element notifies`() {
    let second: @MainActor (StoreOf<Family>) -> Void = { _ = $0.rows[id: 2]?.count }
    #expect(changes(of: second) { $0.send(.rows(.element(id: 2, action: .increment))) } == 1)
    #expect(changes(of: second) { $0.send(.rows(.element(id: 1, action: .increment))) } == 0)
    #expect(changes(of: second) { $0.send(.rows(.element(id: 2, action: .reset))) } == 1)
    #expect(changes(of: second) { $0.send(.remove(1)) } == 1)
  }

  @Test func `a plain element notifies`() {
    let second: @MainActor (StoreOf<Family>) -> Void = { _ = $0.plainRows[id: 2]?.count }
    #expect(changes(of: second) { $0.send(.plainRows(.element(id: 2, action: .increment))) } == 1)
    #expect(changes(of: second) { $0.send(.rows(.element(id: 2, action: .increment))) } == 0)
  }

  @Test func `observation works through scoped stores`() {
    #expect(
      changes {
        _ = $0.scope(state: \.child, action: \.child).count
      } when: { store in
        store.scope(state: \.child, action: \.child).send(.increment)
        store.send(.setNote("x"))
      } == 1)
  }

  @Test func `changing a copy does not notify`() {
    let store = Store(initialState: Family.State()) { Family() }
    var runs = 0
    let token = observe {
      runs += 1
      _ = store.note
    }
    var copy = store.state
    copy.note = "elsewhere"
    #expect(runs == 1)
    token.cancel()
  }

  @Test func `nested observers observe separately`() {
    let store = Store(initialState: Family.State()) { Family() }
    var (outer, inner) = (0, 0)
    var innerToken: ObserveToken?
    let token = observe {
      outer += 1
      _ = store.note
      innerToken = observe {
        inner += 1
        _ = store.child.count
      }
    }
    store.send(.child(.increment))
    #expect((outer, inner) == (1, 2))
    store.send(.setNote("x"))
    #expect((outer, inner) == (2, 3))
    token.cancel()
    innerToken?.cancel()
  }

  @Test func `withState is not observed`() {
    #expect(
      changes {
        _ = $0.withState { $0.note }
      } when: {
        $0.send(.setNote("x"))
      } == 0)
  }

  @Test func `writes under other dependencies notify`() {
    let store = Store<Family.State, String>(initialState: Family.State()) {
      Reduce { state, note in
        withDependencies {
          $0.signals = Signals()
        } operation: {
          state.note = note
        }
        return .none
      }
    }
    var seen: [String] = []
    let token = observe {
      withDependencies { _ in
      } operation: {
        seen.append(store.note)
      }
    }
    store.send("x")
    #expect(seen == ["", "x"])
    token.cancel()
  }

  @Test func `a cancelled observer is not notified`() {
    let store = Store(initialState: Family.State()) { Family() }
    var runs = 0
    var token: ObserveToken? = observe {
      runs += 1
      _ = store.note
    }
    weak let weakToken = token
    token = nil
    #expect(weakToken == nil)
    store.send(.setNote("x"))
    #expect(runs == 1)
  }

  @Test func `an observer can cancel another pending one`() {
    let store = Store(initialState: Family.State()) { Family() }
    var work: ObservedOperation?
    var callCount = 0
    let first = observe { if store.note == "x" { work = nil } }
    work = ObservedOperation { callCount += 1 }
    work?({ _ = store.note })
    store.send(.setNote("x"))
    #expect(callCount == 0)
    first.cancel()
  }

  @Test func `an observed operation is notified once until it runs again`() {
    let store = Store(initialState: Family.State()) { Family() }
    var callCount = 0
    let work = ObservedOperation { callCount += 1 }
    work { _ = store.note }
    store.send(.setNote("1"))
    store.send(.setNote("2"))
    #expect(callCount == 1)
    work { _ = store.note }
    store.send(.setNote("3"))
    #expect(callCount == 2)
  }

  @Test func `observers do not retain the store`() {
    weak var weakStore: StoreOf<Family>?
    do {
      let store = Store(initialState: Family.State()) { Family() }
      weakStore = store
      let token = observe { _ = store.note }
      store.send(.setNote("x"))
      token.cancel()
    }
    #expect(weakStore == nil)
  }
}

/// A feature that keeps an earlier copy of a child.
@Reducer
private struct Draft {
  @ObservableState
  struct State {
    var child = Child.State()
    var saved = Child.State()
  }

  enum Action { case increment, save, restore }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.child.count += 1
      case .save: state.saved = state.child
      case .restore: state.child = state.saved
      }
      return .none
    }
  }
}
