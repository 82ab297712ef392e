import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's shared state: a token in the app's settings that all tabs share.
@Suite(.checksForLeaks)
@MainActor
struct SharingTests {
  @Test func `a stored token is loaded when the app starts`() {
    let settings = InMemoryAppStorage()
    settings.setValue(.string("abc"), forKey: "userToken")
    withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      #expect(AppFeature.State().token == "abc")
    }
  }

  @Test func `signing in on one tab changes the other tab and the stored token`() async {
    let settings = InMemoryAppStorage()
    let store = withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      TestStore(initialState: AppFeature.State()) { AppFeature() }
    }
    await store.send(.workout(.signInButtonTapped(token: "abc"))) {
      $0.$token.withLock { $0 = "abc" }
    }
    #expect(store.state.board.token == "abc")
    #expect(settings.value(forKey: "userToken") == .string("abc"))
    await store.send(.board(.signOutButtonTapped)) { $0.$token.withLock { $0 = nil } }
    #expect(store.state.workout.token == nil)
    #expect(settings.value(forKey: "userToken") == nil)
  }

  @Test func `a tab asks to sign in while no token is stored`() async {
    let store = TestStore(initialState: AppFeature.State()) { AppFeature() }
    await store.send(.board(.onAppear)) { $0.board.isSignInShown = true }
    await store.send(.workout(.signInButtonTapped(token: "abc"))) {
      $0.$token.withLock { $0 = "abc" }
    }
    await store.send(.board(.onAppear)) { $0.board.isSignInShown = false }
  }

  @Test func `an unasserted change fails the test`() async {
    let store = TestStore(initialState: AppFeature.State()) { AppFeature() }
    await withKnownIssue {
      await store.send(.workout(.signInButtonTapped(token: "abc")))
    } matching: {
      $0.description.contains("abc")
    }
  }

  @Test func `the view of one tab observes changes of the other tab`() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    let board = store.scope(state: \.board, action: \.board)
    var tokens: [String?] = []
    let token = observe { tokens.append(board.token) }
    store.send(.workout(.signInButtonTapped(token: "abc")))
    #expect(tokens == [nil, "abc"])
    token.cancel()
  }
}

@Reducer
private struct AppFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.appStorage("userToken")) var token: String?
    var workout = WorkoutFeature.State()
    var board = BoardFeature.State()
  }

  enum Action {
    case workout(WorkoutFeature.Action)
    case board(BoardFeature.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.workout, action: \.workout) { WorkoutFeature() }
    Scope(state: \.board, action: \.board) { BoardFeature() }
  }
}

@Reducer
private struct WorkoutFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.appStorage("userToken")) var token: String?
  }

  enum Action { case signInButtonTapped(token: String) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .signInButtonTapped(let token):
        state.$token.withLock { $0 = token }
        return .none
      }
    }
  }
}

@Reducer
private struct BoardFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.appStorage("userToken")) var token: String?
    var isSignInShown = false
  }

  enum Action { case onAppear, signOutButtonTapped }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isSignInShown = state.token == nil
        return .none
      case .signOutButtonTapped:
        state.$token.withLock { $0 = nil }
        return .none
      }
    }
  }
}
