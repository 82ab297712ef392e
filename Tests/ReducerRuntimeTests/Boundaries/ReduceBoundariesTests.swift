import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ReduceBoundariesTests {
  @Test func `the groups are received separately, and effects send allowed actions`() async {
    let store = TestStore(initialState: Flat.State()) { Flat() }
    await store.send(.view(.bellTapped)) { $0.heard = ["view bellTapped"] }
    await store.receive(\.delegate.rang)
    await store.receive(\._internal.echoed) { $0.heard.append("echo") }
    await store.send(.view(.doorTapped)) { $0.heard.append("view doorTapped") }
  }

  @Test func `a feature does not receive its own delegate actions`() async {
    let store = TestStore(initialState: Flat.State()) { Flat() }
    await store.send(.delegate(.rang))
  }

  @Test func `allowed actions can be compared`() {
    #expect(AllowedAction<Quiet.Action>.delegate(1) == .delegate(1))
    #expect(AllowedAction<Quiet.Action>.delegate(1) != ._internal(1))
  }
}

@Reducer
private struct Quiet {
  struct State {}

  enum Action: BoundedAction {
    case view(Int)
    case delegate(Int)
    case _internal(Int)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}
