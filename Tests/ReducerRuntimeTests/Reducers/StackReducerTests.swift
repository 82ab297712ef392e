import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of the guide's PathNavigation, and of cases that the guide does not mention.
@Suite(.checksForLeaks)
@MainActor
struct StackReducerTests {
  let clock = TestClock()

  private func store(_ state: PathNavigation.State) -> TestStoreOf<PathNavigation> {
    TestStore(initialState: state) {
      PathNavigation()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `identifiers are never used twice in a store`() async {
    let store = store(PathNavigation.State(path: [.detail(DetailFeature.State())]))
    await store.send(.startOver) { $0.path = StackState([.settings(SettingsFeature.State())]) }
    #expect(store.state.path.ids == [1])
    await store.send(.startOver) { $0.path = [.settings(SettingsFeature.State())] }
    #expect(store.state.path.ids == [2])
  }

  @Test func `an element dismisses itself`() async {
    let store = store(
      PathNavigation.State(path: [
        .detail(DetailFeature.State()), .settings(SettingsFeature.State()),
      ])
    )
    await store.send(.path(.element(id: 1, action: .settings(.doneButtonTapped))))
    await store.receive(\.path.popFrom) { $0.path[id: 1] = nil }
    await store.send(.path(.element(id: 0, action: .detail(.asked)))) {
      $0.path[id: 0, case: \.detail]?.isPresented = true
    }
  }

  @Test func `popping an element ends its effects, but not those of other elements`() async {
    let store = store(
      PathNavigation.State(path: [.detail(DetailFeature.State()), .detail(DetailFeature.State())]))
    await store.send(.path(.element(id: 0, action: .detail(.started))))
    await store.send(.path(.element(id: 1, action: .detail(.started))))
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].detail.ticked) {
      $0.path[id: 0, case: \.detail]?.seconds = 1
    }
    await store.receive(\.path[id: 1].detail.ticked) {
      $0.path[id: 1, case: \.detail]?.seconds = 1
    }
    await store.send(.path(.popFrom(id: 1))) { $0.path[id: 1] = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].detail.ticked) {
      $0.path[id: 0, case: \.detail]?.seconds = 2
    }
    await store.send(.backButtonTapped) { $0.path.removeLast() }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `an alert in a stack is dismissed after its action`() async {
    let store = store(PathNavigation.State(path: [.alert(AlertState { TextState("Sure?") })]))
    await store.send(.path(.element(id: 0, action: .alert(.confirmed)))) { $0.path = [] }
  }

  @Test func `actions for absent elements are reported at the operator`() async {
    let store = Store(initialState: PathNavigation.State()) { PathNavigation() }
    let issues = await reported {
      store.send(.path(.element(id: 3, action: .settings(.doneButtonTapped))))
      store.send(.path(.popFrom(id: 3)))
      store.send(.path(.push(id: 0, state: .settings(SettingsFeature.State()))))
      store.send(.path(.push(id: 0, state: .settings(SettingsFeature.State()))))
    }
    #expect(issues.map(\.line) == Array(repeating: PathNavigation.line, count: 3))
    #expect(store.path.count == 1)
  }

  @Test func `a pushed identifier that is not the next one is reported`() async {
    let store = store(PathNavigation.State())
    let issues = await reported {
      await store.send(.path(.push(id: 1, state: .settings(SettingsFeature.State())))) {
        $0.path[id: 1] = .settings(SettingsFeature.State())
      }
    }
    #expect(issues.map(\.line) == [PathNavigation.line])
    await store.send(.path(.popFrom(id: 1))) { $0.path = [] }
    await store.send(.path(.push(id: 0, state: .settings(SettingsFeature.State())))) {
      $0.path[id: 0] = .settings(SettingsFeature.State())
    }
  }

  @Test func `observers of a stack are notified of pushes and pops, not of changes in elements`() {
    let store = Store(initialState: PathNavigation.State()) { PathNavigation() }
    var counts: [Int] = []
    let token = observe { counts.append(store.path.count) }
    store.send(.path(.push(id: 0, state: .detail(DetailFeature.State()))))
    store.send(.path(.element(id: 0, action: .detail(.favorited))))
    store.send(.path(.popFrom(id: 0)))
    #expect(counts == [0, 1, 0])
    token.cancel()
  }
}

@Reducer
private struct PathNavigation {
  @Reducer(state: .equatable)
  enum Path {
    case detail(DetailFeature)
    case settings(SettingsFeature)
    case alert(AlertState<Confirmation>)
  }

  enum Confirmation { case confirmed }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
    case settingsButtonTapped
    case backButtonTapped
    case startOver
  }

  static let line = UInt(#line) + 13

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path: break
      case .settingsButtonTapped: state.path.append(.settings(SettingsFeature.State()))
      case .backButtonTapped: state.path.removeLast()
      case .startOver:
        state.path = StackState([.settings(SettingsFeature.State())])
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
private struct DetailFeature {
  @ObservableState
  struct State: Equatable {
    var isFavorite = false
    var isPresented = false
    var seconds = 0
  }

  enum Action { case favorited, started, ticked, asked }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favorited: state.isFavorite = true
      case .started:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: 0)
      case .ticked: state.seconds += 1
      case .asked: state.isPresented = isPresented
      }
      return .none
    }
  }
}

@Reducer
private struct SettingsFeature {
  @ObservableState
  struct State: Equatable {}
  enum Action { case doneButtonTapped }
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in await dismiss() } }
  }
}
