import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's root feature: independent tabs, and unasserted changes that fail a test.
@Suite(.checksForLeaks)
@MainActor
struct AppTabsTests {
  @Test func `each tab is a feature with its own state`() async {
    let store = TestStore(initialState: AppFeature.State()) { AppFeature() }
    await store.send(.workouts(.incrementButtonTapped)) { $0.workouts.count = 1 }
    await store.send(.selectedTabChanged(.profile)) { $0.selectedTab = .profile }
    await store.send(.profile(.incrementButtonTapped)) { $0.profile.count = 1 }
    await store.send(.profile(.decrementButtonTapped)) { $0.profile.count = 0 }
    #expect(store.state.workouts.count == 1)
  }

  @Test func `the view of a tab observes only its own state`() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    let profile = store.scope(state: \.profile, action: \.profile)
    var counts: [Int] = []
    let token = observe { counts.append(profile.count) }
    store.send(.workouts(.incrementButtonTapped))
    store.send(.profile(.incrementButtonTapped))
    #expect(counts == [0, 1])
    token.cancel()
  }

  @Test func `a counter counts up and down`() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }

  @Test func `an unasserted change fails the test`() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await withKnownIssue {
      await store.send(.incrementButtonTapped)
    } matching: {
      $0.description.contains("count: 1")
    }
  }
}

@Reducer
private struct AppFeature {
  @ObservableState
  struct State: Equatable {
    var selectedTab = Tab.workouts
    var workouts = CounterFeature.State()
    var profile = CounterFeature.State()

    enum Tab { case workouts, leaderboard, profile }
  }

  enum Action {
    case selectedTabChanged(State.Tab)
    case workouts(CounterFeature.Action)
    case profile(CounterFeature.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .selectedTabChanged(let tab):
        state.selectedTab = tab
        return .none
      default:
        return .none
      }
    }
    Scope(state: \.workouts, action: \.workouts) { CounterFeature() }
    Scope(state: \.profile, action: \.profile) { CounterFeature() }
  }
}

@Reducer
private struct CounterFeature {
  @ObservableState
  struct State: Equatable { var count = 0 }

  enum Action { case incrementButtonTapped, decrementButtonTapped }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped: state.count += 1
      case .decrementButtonTapped: state.count -= 1
      }
      return .none
    }
  }
}
