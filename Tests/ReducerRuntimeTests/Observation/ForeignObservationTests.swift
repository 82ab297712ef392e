import ReducerObservation
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ForeignObservationTests {
  /// Tracks the reads made by `apply`, and returns a function that returns the number of notifications since then.
  private func track(_ apply: () -> Void) -> @Sendable () -> Int {
    let count = LockIsolated(0)
    withObservationTracking(apply) { count.withValue { $0 += 1 } }
    return { count.value }
  }

  // MARK: Stores

  @Test func `a change by a store is seen once`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let changes = track { _ = store.count }
    let others = track { _ = store.name }
    store.send(.increment)
    #expect(changes() == 1)
    store.send(.increment)
    #expect(changes() == 1)
    #expect(others() == 0)
    let further = track { _ = store.count }
    store.send(.increment)
    #expect(further() == 1)
  }

  @Test func `a change of a child is seen through its store`() {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: \.child, action: \.child)
    let count = track { _ = child.count }
    let name = track { _ = child.name }
    store.send(.child(.increment))
    #expect(count() == 1)
    #expect(name() == 0)
  }

  @Test func `changing an optional child in place notifies only observers of its properties`() {
    var state = Parent.State(optional: Counter.State(), presented: Counter.State())
    let optional = track { _ = state.optional }
    let presented = track { _ = state.presented }
    let counts = track { _ = (state.optional?.count, state.presented?.count) }
    state.optional?.count += 1
    state.presented?.count += 1
    #expect(optional() == 0)
    #expect(presented() == 0)
    #expect(counts() == 1)
    state.presented = nil
    #expect(presented() == 1)
  }

  @Test func `the state can be read when a change is seen`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let seen = LockIsolated<[Int]>([])
    withObservationTracking {
      _ = store.count
    } onChange: {
      let count = MainActor.assumeIsolated { store.count }
      seen.withValue { $0.append(count) }
    }
    store.send(.increment)
    #expect(seen.value == [1])
  }

  @Test func `reads by reducers and with withState are not tracked`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let changes = track {
      store.send(.increment)
      _ = store.withState(\.count)
    }
    store.send(.increment)
    #expect(changes() == 0)
  }

  // MARK: Values

  @Test func `a change of a state outside a store is seen`() {
    var state = Counter.State()
    let count = track { _ = state.count }
    let name = track { _ = state.name }
    state.count += 1
    #expect(count() == 1)
    state.name = "Ada"
    #expect(name() == 1)
  }

  @Test func `a change of a shared value is seen`() {
    @Shared(value: 0) var count
    let changes = track { _ = count }
    $count.withLock { $0 += 1 }
    #expect(changes() == 1)
  }

  @Test func `a change of a shared value by a store is seen`() {
    @Shared(value: 0) var count
    let store = Store(initialState: Sharer.State(count: $count)) { Sharer() }
    let outsideStore = track { _ = count }
    let throughStore = track { _ = store.count }
    store.send(.increment)
    #expect(outsideStore() == 1)
    #expect(throughStore() == 1)
  }

  @Test func `a change of isLoading or loadError is seen`() {
    let storage = NumberStorage()
    @Shared(NumberKey(storage: storage)) var number = 0
    let loading = track { _ = $number.isLoading }
    let error = track { _ = $number.loadError }
    storage.answerLoad(.failure(NumberStorage.Failure()))
    #expect(loading() == 1)
    #expect(error() == 1)
  }

  @Test func `the replacement of a reference is seen`() {
    @Shared(value: 0) var count
    let changes = track { _ = count }
    $count = Shared(value: 1)
    #expect(changes() == 1)
  }

  // MARK: Together

  @Test func `an observable object is tracked with a store`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let model = Model()
    let byStore = track { _ = store.count + model.count }
    store.send(.increment)
    #expect(byStore() == 1)
    let byModel = track { _ = store.count + model.count }
    model.count += 1
    #expect(byModel() == 1)
  }

  @Test func `withPerceptionTracking tracks a store too`() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    await confirmation { isSeen in
      withPerceptionTracking {
        _ = store.count
      } onChange: {
        isSeen()
      }
      store.send(.increment)
    }
  }

  @Test func `the runtime's own observers are notified too`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    var seen: [Int] = []
    let token = observe { seen.append(store.count) }
    let changes = track { _ = store.count }
    store.send(.increment)
    store.send(.increment)
    #expect(seen == [0, 1, 2])
    #expect(changes() == 1)
    token.cancel()
  }

  @Test func `the runtime's own observers see observable objects`() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let model = Model()
    var seen: [[Int]] = []
    let token = observe { seen.append([store.count, model.count]) }
    model.count += 1
    await EffectQueue.turn()
    // The change of the object was awaited by two runs, but only the last one counts.
    store.send(.increment)
    model.count += 1
    model.count += 1
    await EffectQueue.turn()
    #expect(seen == [[0, 0], [0, 1], [1, 1], [1, 3]])
    model.count += 1
    token.cancel()
    await EffectQueue.turn()
    #expect(seen.count == 4)
  }
}

@Observable
private final class Model {
  var count = 0
}

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = ""
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Sharer {
  @ObservableState
  struct State: Equatable { @Shared var count: Int }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$count.withLock { $0 += 1 }
      return .none
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    var child = Counter.State()
    var optional: Counter.State?
    @Presents var presented: Counter.State?
  }

  enum Action { case child(Counter.Action) }

  var body: some ReducerOf<Self> { Scope(state: \.child, action: \.child) { Counter() } }
}
