import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of shared values that a parent and its child hold, in a test store.
@Suite(.checksForLeaks)
@MainActor
struct SharedTestStoreTests {
  @Test func `a part is asserted through its path, or with the whole value`() async {
    let store = TestStore(initialState: Trainer.State(plan: Shared(value: Plan()))) { Trainer() }
    await store.send(.repAdded) { $0.$plan.reps.withLock { $0 = 1 } }
    await store.send(.repAdded) { $0.$plan.withLock { $0.reps = 2 } }
    store.assert { $0.$plan.withLock { $0 = Plan(reps: 2) } }
    await withExpectedIssue {
      await store.send(.repAdded) { $0.$plan.reps.withLock { $0 = 7 } }
    }
  }

  @Test func `a value that two features share is asserted once`() async {
    @Shared(value: Plan()) var plan
    let store = TestStore(initialState: Trainer.State(plan: $plan)) { Trainer() }
    await store.send(.clientButtonTapped) { $0.client = Client.State(reps: $0.$plan.reps) }
    await store.send(.client(.presented(.finished))) { $0.client?.$reps.withLock { $0 = 10 } }
    await store.send(.repAdded) { $0.$plan.reps.withLock { $0 = 11 } }
    #expect(plan.reps == 11)
    #expect(store.state.client?.reps == 11)
    await withExpectedIssue { await store.send(.client(.presented(.finished))) }
  }

  @Test func `a change by the test does not count as a change by the feature`() async {
    @Shared(value: Plan()) var plan
    let store = TestStore(initialState: Trainer.State(plan: $plan)) { Trainer() }
    $plan.reps.withLock { $0 = 5 }
    await store.send(.repAdded) { $0.$plan.reps.withLock { $0 = 6 } }
  }

  @Test func `a stored value is asserted like other values`() async {
    let settings = InMemoryAppStorage()
    let store = withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      TestStore(initialState: Volume.State()) { Volume() }
    }
    await store.send(.up) { $0.$level.withLock { $0 = 4 } }
    #expect(settings.value(forKey: "level") == .integer(4))
    await store.send(.up) { $0.$level.withLock { $0 += 1 } }
  }

  @Test func `a change that is not asserted is reported at its line`() async {
    @Shared(value: Plan()) var plan
    let other = Shared(value: Plan())
    let line = #line + 5 as UInt
    let issues = await reported {
      let store = TestStore(initialState: Trainer.State(plan: $plan)) {
        Reduce<Trainer.State, Trainer.Action> { state, _ in
          .run { [plan = state.$plan] _ in
            plan.withLock { $0.reps = 1 }
            plan.reps.withLock { $0 += 1 }
            other.reps.withLock { $0 += 1 }
          }
        }
      }
      await store.send(.repAdded)
    }
    #expect(issues.map(\.line) == [line, line + 2])
    #expect(issues.allSatisfy { $0.message.contains("did not assert") })
  }

  @Test func `a feature can replace a shared value, and later changes are asserted`() async {
    @Shared(value: Plan()) var plan
    let store = TestStore(initialState: Trainer.State(plan: $plan)) { Trainer() }
    let other = Shared(value: Plan(reps: 40))
    await store.send(.planChosen(other))
    #expect(store.state.plan.reps == 40)
    #expect(plan.reps == 40)
    await store.send(.repAdded) { $0.$plan.reps.withLock { $0 = 41 } }
    #expect(other.wrappedValue.reps == 41)
  }
}

private struct Plan: Equatable {
  var reps = 0
}

@Reducer
private struct Client {
  @ObservableState
  struct State: Equatable { @Shared var reps: Int }

  enum Action { case finished }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$reps.withLock { $0 = 10 }
      return .none
    }
  }
}

@Reducer
private struct Trainer {
  @ObservableState
  struct State: Equatable {
    @Shared var plan: Plan
    @Presents var client: Client.State?
  }

  enum Action {
    case client(PresentationAction<Client.Action>)
    case clientButtonTapped
    case planChosen(Shared<Plan>)
    case repAdded
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .client: break
      case .clientButtonTapped: state.client = Client.State(reps: state.$plan.reps)
      case .planChosen(let plan): state.$plan = plan
      case .repAdded: state.$plan.reps.withLock { $0 += 1 }
      }
      return .none
    }
    .ifLet(\.$client, action: \.client) { Client() }
  }
}

@Reducer
private struct Volume {
  @ObservableState
  struct State: Equatable { @Shared(.appStorage("level")) var level = 3 }

  enum Action { case up }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$level.withLock { $0 += 1 }
      return .none
    }
  }
}
