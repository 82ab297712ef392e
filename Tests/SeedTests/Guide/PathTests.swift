import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's stack of screens. As in the guide, the enum of the screens' states is written by hand.
@Suite(.checksForLeaks)
@MainActor
struct PathTests {
  @Test func `screens are pushed, changed and popped`() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(.path(.push(id: 0, state: .detail(Detail.State(id: 1))))) {
      $0.path[id: 0] = .detail(Detail.State(id: 1))
    }
    await store.send(.path(.element(id: 0, action: .detail(.starTapped)))) {
      $0.path[id: 0] = .detail(Detail.State(id: 1, isStarred: true))
    }
    await store.send(.path(.element(id: 0, action: .detail(.settingsButtonTapped)))) {
      $0.path[id: 1] = .settings(Settings.State())
    }
    await store.send(.path(.element(id: 1, action: .settings(.loudToggled)))) {
      $0.path[id: 1, case: \.settings]?.isLoud = true
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }
  }

  @Test func `screens are shown and popped through a binding`() {
    let view = RootView(store: Store(initialState: Root.State()) { Root() })
    view.store.send(.path(.push(id: 0, state: .detail(Detail.State(id: 7)))))
    let path = view.$store.scope(state: \.path, action: \.path)
    path.wrappedValue.elements().last?.send(.detail(.settingsButtonTapped))
    #expect(path.wrappedValue.elements().count == 2)
    path.wrappedValue.pop()
    #expect(view.store.path.count == 1)
  }

  @Test func `a view switches over the case of a screen`() {
    let store = Store(initialState: Root.State()) { Root() }
    store.send(.path(.push(id: 0, state: .detail(Detail.State(id: 7)))))
    guard case .detail(let detail) = store.path.last else {
      Issue.record("No detail is on the path")
      return
    }
    #expect(detail.id == 7)
  }
}

private struct RootView {
  @Bindable var store: StoreOf<Root>
}

@Reducer
private struct Root {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .path(.element(id: _, action: .detail(.settingsButtonTapped))) = action {
        state.path.append(.settings(Settings.State()))
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Path() }
  }
}

@Reducer
private struct Path {
  @ObservableState
  enum State: Equatable {
    case detail(Detail.State)
    case settings(Settings.State)
  }

  enum Action {
    case detail(Detail.Action)
    case settings(Settings.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.detail, action: \.detail) { Detail() }
    Scope(state: \.settings, action: \.settings) { Settings() }
  }
}

@Reducer
private struct Detail {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isStarred = false
  }

  enum Action { case settingsButtonTapped, starTapped }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .starTapped = action { state.isStarred.toggle() }
      return .none
    }
  }
}

@Reducer
private struct Settings {
  @ObservableState
  struct State: Equatable { var isLoud = false }
  enum Action { case loudToggled }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.isLoud.toggle()
      return .none
    }
  }
}
