import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a stack of screens: gyms, a gym, and its opening hours.
@Suite(.checksForLeaks)
@MainActor
struct StackExamples {
  @Test func `a pushed gym dismisses itself and the screens above it`() async {
    let store = TestStore(initialState: GymBrowser.State()) { GymBrowser() }
    await store.send(.gymTapped("Iron House")) {
      $0.path[id: 0] = .gym(Gym.State(name: "Iron House"))
    }
    await store.send(\.path.push, (id: 1, state: .hours(Hours.State()))) {
      $0.path[id: 1] = .hours(Hours.State())
    }
    await store.send(.path(.element(id: 0, action: .gym(.closeButtonTapped)))) {
      $0.path.pop(from: 0)
    }
  }

  @Test func `going back to a gym pops the screens above it`() throws {
    let path = StackState<GymBrowser.Path.State>([
      .gym(Gym.State(name: "Iron House")), .hours(Hours.State()), .hours(Hours.State()),
    ])
    let store = Store(initialState: GymBrowser.State(path: path)) { GymBrowser() }
    let gym: StackElementID = store.path.ids[0]
    store.send(.backToGymTapped(gym))
    #expect(store.path.ids == [gym])
    let screens = store.scope(state: \.path, action: \.path)
    guard case .gym(let gymStore) = try #require(screens.first).case else {
      Issue.record("The first screen is not a gym")
      return
    }
    #expect(gymStore.name == "Iron House")
  }
}

@Reducer
private struct Gym {
  @ObservableState
  struct State: Equatable { var name: String }

  enum Action { case closeButtonTapped }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Hours {
  @ObservableState
  struct State: Equatable { var weekday = "Monday" }

  enum Action { case weekdayTapped(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .weekdayTapped(let weekday) = action { state.weekday = weekday }
      return .none
    }
  }
}

@Reducer
private struct GymBrowser {
  @Reducer(state: .equatable)
  enum Path {
    case gym(Gym)
    case hours(Hours)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case backToGymTapped(StackElementID)
    case gymTapped(String)
    case path(StackAction<Path.State, Path.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .gymTapped(let name):
        state.path.append(.gym(Gym.State(name: name)))
        return .none
      case .backToGymTapped(let id):
        state.path.pop(to: id)
        return .none
      case .path(.element(id: let id, action: .gym(.closeButtonTapped))):
        state.path.pop(from: id)
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
