import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct NonExhaustiveTests {
  private let clock = TestClock()

  @Test func `an expected action may come after other actions`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.wait)
    await store.send(.countTwice)
    let clock = clock
    Task { await clock.advance(by: .seconds(1)) }
    await store.receive(\.waited) { $0.count = 2 }
  }

  @Test func `waiting in vain for an action does not consume other actions`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.countTwice)
    let issues = await reported { await store.receive(\.waited) }
    #expect(
      issues.map(\.message) == [
        "Expected to receive an action of the case 'waited', but no effect sent one."
      ])
    await store.receive(\.counted) { $0.count = 1 }
  }

  @Test func `skipped actions are reported`() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.countTwice)
    let issues = await reported { await store.receive(\.ended) { $0.count = 2 } }
    #expect(issues.first?.message == "Skipped:\n  .counted\n  .counted")
  }

  @Test func `unreceived actions and running effects are reported at the end if requested`() async {
    let issues = await reported {
      let store = makeStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.wait)
      await store.send(.countTwice)
    }
    #expect(issues.contains { $0.message.contains("3 actions that effects sent") })
    #expect(issues.contains { $0.message.contains("still running") })
    let unrequested = await reported {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.wait)
      await store.send(.countTwice)
    }
    #expect(unrequested.isEmpty)
  }

  @Test func `actions that were not received can be skipped at the end`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.countTwice)
    await store.finish()
    await store.skipReceivedActions()
    store.assert { $0.count = 2 }
  }

  @Test func `a running effect is reported at the step that started it`() async {
    var line: UInt = 0
    let issues = await reported {
      let store = makeStore()
      line = #line + 1
      await store.send(.wait)
    }
    #expect(issues.map(\.line) == [line])
  }

  @Test func `skipping fails in strict mode if there is nothing to skip`() async {
    let store = makeStore()
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    await withExpectedIssue { await store.skipReceivedActions() }
    await withExpectedIssue { await store.skipInFlightEffects() }
  }

  private func makeStore() -> TestStoreOf<Waiting> {
    TestStore(initialState: Waiting.State()) {
      Waiting()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}

@Suite(.checksForLeaks)
@MainActor
struct TestStoreStepTests {
  @Test func `an assertion has the dependencies of the feature`() async {
    let store = TestStore(initialState: Waiting.State()) {
      Waiting()
    } withDependencies: {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Sevens())
    }
    await store.send(.drawn) {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      $0.count = withRandomNumberGenerator { Int($0.next()) }
    }
    #expect(store.state.count == 7)
  }

  @Test func `a dismissed feature accepts no actions, and its effects are ignored`() async {
    let isClosed = LockIsolated(false)
    let store = TestStore(initialState: Waiting.State()) {
      Waiting()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.dismiss = DismissEffect { isClosed.setValue(true) }
    }
    await store.send(.wait)
    await store.send(.close)
    #expect(store.isDismissed)
    #expect(isClosed.value)
    let issues = await reported {
      let task = await store.send(.counted)
      #expect(task.isCancelled)
    }
    #expect(issues.map(\.message) == ["'.counted' was sent to a feature that was dismissed."])
    #expect(store.state.count == 0)
    await store.finish()
  }
}

@Reducer
private struct Waiting {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case close
    case counted
    case countTwice
    case drawn
    case ended
    case nothing
    case wait
    case waited
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .close:
        return .run { _ in await dismiss() }
      case .counted:
        state.count += 1
        return .none
      case .countTwice:
        return .concatenate(.send(.counted), .send(.counted), .send(.ended))
      case .drawn:
        state.count = withRandomNumberGenerator { Int($0.next()) }
        return .none
      case .ended, .nothing, .waited:
        return .none
      case .wait:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.waited)
        }
      }
    }
  }
}

private struct Sevens: RandomNumberGenerator {
  func next() -> UInt64 { 7 }
}

@Suite(.checksForLeaks)
@MainActor
struct TestStoreExtrasTests {
  private let store = TestStore(initialState: Form.State()) { Form() }

  @Test func `the type of the initial state is inferred from the reducer`() async {
    let store = TestStore(initialState: .init()) {
      Form()
      EmptyReducer()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.named("Ada")) { $0.name = "Ada" }
  }

  @Test func `skipped assertions are reported without failing`() async {
    store.exhaustivity = .off(showSkippedAssertions: true)
    await withExpectedIssue { await store.send(.named("Ada")) }
    store.exhaustivity = .off
    await store.send(.named("Bob"))
  }

  @Test func `state can be asserted between actions`() async {
    await store.send(.named("Ada")) { $0.name = "Ada" }
    store.assert { $0.name = "Ada" }
    withExpectedIssue { store.assert { $0.name = "Bob" } }
  }

  @Test func `an action can be sent through its case`() async {
    await store.send(\.named, "Ada") { $0.name = "Ada" }
    await store.send(\.reset) { $0.name = "" }
    await store.send(\.binding.goal, 4) { $0.goal = 4 }
  }

  @Test func `a view's bindings can be tested`() async {
    store.bindings.goal.wrappedValue = 7
    #expect(store.state.goal == 7)
    #expect(store.bindings.goal.wrappedValue == 7)
    await store.send(.reset) { $0.goal = 0 }
  }

  @Test func `dependencies can change between actions`() async {
    store.dependencies.uuid = .constant(UUID(5))
    await store.send(.identified) { $0.name = "\(UUID(5))" }
  }
}

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var goal = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case identified
    case named(String)
    case reset
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .identified:
        state.name = "\(uuid())"
        return .none
      case .named(let name):
        state.name = name
        return .none
      case .reset:
        state = State()
        return .none
      }
    }
  }
}
