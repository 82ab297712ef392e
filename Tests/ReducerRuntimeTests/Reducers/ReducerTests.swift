import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ReducerTests {
  @Test func `a reducer is implemented by a body or by a method`() async {
    let composed = TestStore(initialState: 0) { Composed() }
    await composed.send(2) { $0 = 4 }
    let plain = TestStore(initialState: 0) { Plain() }
    await plain.send(2) { $0 = 2 }
  }

  @Test func `a composed reducer can be called directly`() {
    var state = 0
    let effect = Composed().reduce(into: &state, action: 3)
    #expect(state == 6)
    _ = effect
  }

  @Test func `a body is evaluated when a store is made, and not for each action`() {
    let evaluations = LockIsolated(0)
    let store = Store(initialState: 0) { Counted(evaluations: evaluations) }
    for _ in 0..<3 { store.send(()) }
    #expect(store.state == 3)
    #expect(evaluations.value == 1)
  }
}

private struct Plain: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

private struct Composed: Reducer {
  typealias State = Int
  typealias Action = Int
  var body: some Reducer<Int, Int> {
    Plain()
    Plain()
  }
}

private struct Counted: Reducer {
  typealias State = Int
  typealias Action = Void
  let evaluations: LockIsolated<Int>
  var body: some Reducer<Int, Void> {
    let _ = evaluations.withValue { $0 += 1 }
    Reduce { count, _ in
      count += 1
      return .none
    }
  }
}

/// Tests of the forms of a `body`.
@Suite(.checksForLeaks)
@MainActor
struct BodyTests {
  @Test func `the type of a body determines the reducer's state and action`() async {
    let store = TestStore(initialState: Favorite(id: "a")) { Favoriting<String>() }
    await store.send(.toggled) { $0.isFavorite = true }
  }

  @Test func `a body may be another feature`() async {
    let store = TestStore(initialState: Favorite(id: 1)) { Wrapper() }
    await store.send(.toggled) { $0.isFavorite = true }
  }

  @Test func `a body may be a stored property`() async {
    let store = TestStore(initialState: 1) { Doubling() }
    await store.send(3) { $0 = 6 }
  }
}

@ObservableState
private struct Favorite<ID: Hashable & Sendable>: Equatable {
  let id: ID
  var isFavorite = false
}

@CasePathable
private enum FavoriteAction { case toggled }

@Reducer
private struct Favoriting<ID: Hashable & Sendable> {
  var body: some Reducer<Favorite<ID>, FavoriteAction> {
    Reduce { state, _ in
      state.isFavorite.toggle()
      return .none
    }
  }
}

@Reducer
private struct Wrapper {
  var body: some ReducerOf<Favoriting<Int>> { Favoriting() }
}

@Reducer
private struct Doubling {
  let body = Reduce<Int, Int> { state, action in
    state = 2 * action
    return .none
  }
}

@Suite(.checksForLeaks)
@MainActor
struct ReduceTests {
  @Test func `Reduce hides the type of a reducer`() async {
    func steps(of size: Int) -> Reduce<Int, Void> {
      size == 1
        ? Reduce(One())
        : Reduce { count, _ in
          count += size
          return .none
        }
    }
    for size in [1, 5] {
      let store = TestStore(initialState: 0) { steps(of: size) }
      await store.send(()) { $0 = size }
    }
  }

  @Test func `an existential reducer can be used in a body`() async {
    let reducers: [any Reducer<Int, Void>] = [One(), Reduce(One()), EmptyReducer()]
    let store = TestStore(initialState: 0) {
      for reducer in reducers { Reduce(reducer) }
    }
    await store.send(()) { $0 = 2 }
  }

  /// `Reduce` has two initializers. The second one must not change the diagnostics for an invalid closure.
  @Test(arguments: [
    ("state.cuont += 1; return .none", "value of type 'Feature.State' has no member 'cuont'"),
    ("return .send(.tick)", "type 'Feature.Action' has no member 'tick'"),
    ("return .run { send in await send(.tick) }", "type 'Feature.Action' has no member 'tick'"),
    ("state.count = 1.5; return .none", "cannot assign value of type 'Double' to type 'Int'"),
    (
      "return Effect<Int>.none",
      "cannot convert value of type 'Effect<Int>' to closure result type 'Effect<Feature.Action>'"
    ),
    ("state.count += 1", "cannot convert value of type '()' to closure result type"),
    ("switch action { case .tock: return .none }", "switch must be exhaustive"),
    ("if state.count == 0 { return .none }", "missing return in closure"),
  ])
  func `an error in a closure is diagnosed at its line`(mistake: String, word: String)
    async throws
  {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tock, tap }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              \(mistake) }
          }
        }
        """)
    #expect(errors.count == 1)
    let error = try #require(errors.first)
    #expect(error.hasPrefix("7: ") && error.contains(word), "\(error)")
  }
}

private struct One: Reducer {
  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    state += 1
    return .none
  }
}

@Suite(.checksForLeaks)
@MainActor
struct EmptyReducerTests {
  @Test func `operators can be applied to an empty reducer`() async {
    let store = TestStore(initialState: 1) {
      EmptyReducer<Int, Void>().onChange(of: { $0 }) { _, _ in EmptyReducer() }
    }
    await store.send(())
  }
}

@Suite(.checksForLeaks)
@MainActor
struct CombineReducersTests {
  @Test func `an operator is applied to all combined reducers`() async {
    let store = TestStore(initialState: 0) {
      CombineReducers {
        Reduce<Int, Void> { count, _ in
          count += 1
          return .none
        }
        Reduce { count, _ in
          count += 1
          return .none
        }
      }
      .onChange(of: { $0 }) { old, new in
        Reduce { count, _ in
          count = (new - old) * 100
          return .none
        }
      }
    }
    await store.send(()) { $0 = 200 }
  }
}
