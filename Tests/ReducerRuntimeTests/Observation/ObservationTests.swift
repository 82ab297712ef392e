import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks, .serialized) struct ObservationTests {
  /// A body that reads a store; the actions to send; and the total number of notifications they must cause.
  typealias Case = (read: @MainActor (StoreOf<Family>) -> Void, actions: [Family.Action], Int)

  /// Expects that actions notify each body the given number of times.
  func expectNotifications(
    _ cases: [Case],
    of state: Family.State = Family.State(
      rows: [Child.State(id: 1), Child.State(id: 2)],
      plainRows: [PlainChild.State(id: 1), PlainChild.State(id: 2)])
  ) {
    for (index, (read, actions, count)) in cases.enumerated() {
      let store = Store(initialState: state) { Family() }
      var runs = 0
      let token = observe {
        runs += 1
        read(store)
      }
      for action in actions { store.send(action) }
      token.cancel()
      #expect(runs - 1 == count, "\(index)")
    }
  }

  @Test func `only changes of observed properties notify`() {
    expectNotifications([
      ({ _ = $0.note }, [.setNote("x")], 1),
      ({ _ = $0.note }, [.setNote("")], 0),
      ({ _ = $0.note }, [.child(.increment)], 0),
      ({ _ = $0.note }, [.child(.reset)], 0),
      ({ _ = $0.note }, [.replaceAll], 1),
      ({ _ = $0.withState { $0.note } }, [.setNote("x")], 0),
    ])
  }

  @Test func `an observation lasts as long as the set that has its token`() {
    let store = Store(initialState: Family.State()) { Family() }
    var tokens: Set<ObserveToken> = []
    var notes: [String] = []
    observe { notes.append(store.note) }.store(in: &tokens)
    store.send(.setNote("x"))
    tokens = []
    store.send(.setNote("y"))
    #expect(notes == ["", "x"])
  }

  @Test func `a child notifies of its own properties`() {
    expectNotifications([
      ({ _ = $0.child.count }, [.setNote("x")], 0),
      ({ _ = $0.child.count }, [.child(.increment)], 1),
      ({ _ = $0.child.id }, [.child(.increment)], 0),
      ({ _ = $0.child.count }, [.child(.setCount(0))], 0),
      ({ _ = $0.child.count }, [.incrementChild], 1),
      ({ _ = $0.child.id }, [.incrementChild], 0),
      ({ _ = $0.child.count }, [.replaceChild], 1),
      ({ _ = $0.child.count }, [.child(.reset)], 1),
      ({ _ = $0.child.count }, [.replaceAll], 1),
      (
        { _ = $0.scope(state: \.child, action: \.child).count },
        [.child(.increment), .setNote("x")], 1
      ),
    ])
  }

  @Test func `a change of a plain child notifies observers of its parent's property`() {
    expectNotifications([
      ({ _ = $0.plain.count }, [.plain(.increment)], 1),
      ({ _ = $0.note }, [.plain(.increment)], 0),
      ({ _ = $0.optional?.count }, [.present(1), .optional(.increment)], 2),
    ])
  }

  @Test func `presenting and dismissing notify`() {
    expectNotifications([({ _ = $0.presented == nil }, [.present(1)], 1)])
    let read: @MainActor (StoreOf<Family>) -> Void = { _ = $0.presented?.count }
    expectNotifications(
      [
        (read, [.presented(.presented(.increment))], 1),
        (read, [.presented(.presented(.reset))], 1),
        (read, [.presented(.dismiss)], 1),
        (read, [.setNote("x")], 0),
      ], of: Family.State(presented: Child.State()))
  }

  @Test func `only the changed element notifies`() {
    expectNotifications([
      ({ _ = $0.rows[id: 2]?.count }, [.rows(.element(id: 2, action: .increment))], 1),
      ({ _ = $0.rows[id: 2]?.count }, [.rows(.element(id: 1, action: .increment))], 0),
      ({ _ = $0.rows[id: 2]?.count }, [.rows(.element(id: 2, action: .reset))], 1),
      ({ _ = $0.rows[id: 2]?.count }, [.remove(1)], 1),
      ({ _ = $0.plainRows[id: 2]?.count }, [.plainRows(.element(id: 2, action: .increment))], 1),
      ({ _ = $0.plainRows[id: 2]?.count }, [.rows(.element(id: 2, action: .increment))], 0),
    ])
  }

  @Test func `observers can be added and removed between two changes`() {
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

  @Test func `writing back an earlier copy of a child notifies`() {
    let store = Store(initialState: Draft.State()) { Draft() }
    var counts: [Int] = []
    let token = observe { counts.append(store.child.count) }
    for action in [.increment, .save, .increment, .restore] as [Draft.Action] { store.send(action) }
    token.cancel()
    #expect(counts == [0, 1, 2, 1])
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

  @Test func `plain state notifies as a whole`() {
    let store = Store(initialState: PlainChild.State()) { PlainChild() }
    var seen: [Int] = []
    let token = observe { seen.append(store.count) }
    store.send(.increment)
    #expect(seen == [0, 1])
    token.cancel()
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

  @Test func `writes with overridden dependencies notify`() {
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

  @Test func `an observer can cancel another pending observer`() {
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
