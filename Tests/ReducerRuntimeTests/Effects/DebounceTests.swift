import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct DebounceTests {
  let clock = TestClock()

  @Test func `only the last of several quick effects runs`() async {
    let store = searching
    await store.send(.typed("s"))
    await clock.advance(by: .milliseconds(299))
    await store.send(.typed("sw"))
    await clock.advance(by: .milliseconds(299))
    await store.send(.typed("swi"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("swi")) { $0 = "swi" }
  }

  @Test func `effects further apart all run`() async {
    let store = searching
    await store.send(.typed("a"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("a")) { $0 = "a" }
    await store.send(.typed("b"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("b")) { $0 = "b" }
  }

  @Test func `a pending effect can be cancelled`() async {
    let store = searching
    await store.send(.typed("a"))
    await store.send(.cleared)
    await clock.advance(by: .seconds(1))
  }

  @Test func `an empty effect is not delayed`() async {
    let store = searching
    await store.send(.typed(""))
  }

  private var searching: TestStore<String, Search.Action> {
    TestStore(initialState: "") { Search(clock: clock) }
  }
}

private struct Search: Reducer {
  enum Action: Equatable {
    case typed(String)
    case found(String)
    case cleared
  }
  enum CancelID { case search }

  let clock: any Clock<Duration>

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let query):
      if query.isEmpty {
        return .none.debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      }
      return .send(.found(query))
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
    case .found(let result):
      state = result
      return .none
    case .cleared:
      return .cancel(id: CancelID.search)
    }
  }
}
