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

  @Test func `effects that are further apart all run`() async {
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

@Suite(.checksForLeaks)
@MainActor
struct ThrottleTests {
  let clock = TestClock()

  @Test func `the parts of an effect are throttled together`() {
    let composed: Effect<String> = .merge(
      .concatenate(.send("a"), .send("b")), .send("c").cancellable(id: 1), .none)
    let script = Script([
      "start": composed.throttle(id: 7, for: .seconds(1), clock: clock, latest: false)
    ])
    script.send("start")
    #expect(script.words == ["start", "a"])
  }

  @Test func `the first action is sent at once, and the latest at the end of the interval`() async {
    let store = scrolling(latest: true)
    await store.send(.scrolled(1))
    await store.receive(.shown(1)) { $0 = [1] }
    await clock.advance(by: .milliseconds(200))
    await store.send(.scrolled(2))
    await clock.advance(by: .milliseconds(200))
    await store.send(.scrolled(3))
    await clock.advance(by: .milliseconds(599))
    await store.send(.scrolled(4))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.shown(4)) { $0 = [1, 4] }
  }

  @Test func `if latest is false, the first pending action is sent at the end`() async {
    let store = scrolling(latest: false)
    await store.send(.scrolled(1))
    await store.receive(.shown(1)) { $0 = [1] }
    await store.send(.scrolled(2))
    await store.send(.scrolled(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.shown(2)) { $0 = [1, 2] }
  }

  @Test func `an interval begins with the last action sent`() async {
    let store = scrolling(latest: true)
    await store.send(.scrolled(1))
    await store.receive(.shown(1)) { $0 = [1] }
    await store.send(.scrolled(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.shown(2)) { $0 = [1, 2] }
    await store.send(.scrolled(3))
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.shown(3)) { $0 = [1, 2, 3] }
    await clock.advance(by: .seconds(1))
    await store.send(.scrolled(4))
    await store.receive(.shown(4)) { $0 = [1, 2, 3, 4] }
  }

  @Test func `an effect that sends many actions is throttled too`() async {
    let clock = clock
    let store = TestStore(initialState: [Int]()) {
      Scrolling(clock: clock, latest: true) { rows in
        .run { send in
          for row in 0..<rows {
            await send(.shown(row))
            try await clock.sleep(for: .milliseconds(400))
          }
        }
      }
    }
    await store.send(.scrolled(5))
    await store.receive(.shown(0)) { $0 = [0] }
    await clock.advance(by: .seconds(1))
    await store.receive(.shown(2)) { $0 = [0, 2] }
    await clock.advance(by: .seconds(1))
    await store.receive(.shown(4)) { $0 = [0, 2, 4] }
  }

  @Test func `an action waits for its own interval if several effects waited before it`() async {
    let store = TestStore(initialState: [Int]()) {
      Scrolling(clock: clock, latest: true, following: [3: 4]) { .send(.shown($0)) }
    }
    await store.send(.scrolled(1))
    await store.receive(.shown(1)) { $0 = [1] }
    await store.send(.scrolled(2))
    await store.send(.scrolled(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.shown(3)) { $0 = [1, 3] }
    await store.receive(.scrolled(4))
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.shown(4)) { $0 = [1, 3, 4] }
  }

  private func scrolling(latest: Bool) -> TestStore<[Int], Scrolling.Action> {
    TestStore(initialState: []) {
      Scrolling(clock: clock, latest: latest) { .send(.shown($0)) }
    }
  }
}

private struct Scrolling: Reducer {
  enum Action: Equatable {
    case scrolled(Int)
    case shown(Int)
  }
  enum CancelID { case scroll }

  let clock: any Clock<Duration>
  let latest: Bool
  /// The row to scroll to after a row was shown.
  var following: [Int: Int] = [:]
  let effect: @Sendable (Int) -> Effect<Action>

  func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
    switch action {
    case .scrolled(let row):
      return effect(row)
        .throttle(id: CancelID.scroll, for: .seconds(1), clock: clock, latest: latest)
    case .shown(let row):
      state.append(row)
      return following[row].map { .send(.scrolled($0)) } ?? .none
    }
  }
}
