import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ReduceTests {
  @Test func `a closure changes the state and returns an effect`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { count, isFirst in
        count += 1
        return isFirst ? .send(false) : .none
      }
    }
    await store.send(true) { $0 = 1 }
    await store.receive(false) { $0 = 2 }
  }

  @Test func `a reducer's type is hidden`() async {
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

  /// A second initializer must not change the diagnostics for an invalid closure.
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
