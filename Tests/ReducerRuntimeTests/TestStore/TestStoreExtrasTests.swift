import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct TestStoreExtrasTests {
  private let store = TestStore(initialState: Form.State()) { Form() }

  @Test func `exhaustivity can be changed for some steps`() async {
    await store.withExhaustivity(.off) { await store.send(.reset) }
    #expect(store.exhaustivity == .on)
    await withExpectedIssue { await store.send(.named("Ada")) }
  }

  @Test func `the type of the initial state is that of the reducer`() async {
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

  @Test func `an action is sent by its case`() async {
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

  @Test func `a test can run on a serial executor`() async {
    await withMainSerialExecutor {
      await store.send(.named("Ada")) { $0.name = "Ada" }
    }
    #expect(store.useMainSerialExecutor)
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
