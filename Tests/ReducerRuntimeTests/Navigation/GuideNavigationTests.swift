import ReducerRuntime
import ReducerTestSupport
import Testing

/// The guide's samples of navigation, as they are written there.
@MainActor
struct GuideNavigationTests {
  @Test func `testSheetPresentation`() async {
    let store = TestStore(initialState: ParentFeature.State()) {
      ParentFeature()
    }
    await store.send(.showDetailButtonTapped) {
      $0.detail = DetailFeature.State()
    }
    await store.send(.detail(.presented(.dismissButtonTapped))) {
      $0.detail = nil
    }
  }

  @Test func `the sheet's store is there while the sheet is`() {
    let store = Store(initialState: ParentFeature.State()) { ParentFeature() }
    #expect(store.scope(state: \.detail, action: \.detail.presented) == nil)
    store.send(.showDetailButtonTapped)
    let detail = store.scope(state: \.detail, action: \.detail.presented)
    detail?.send(.dismissButtonTapped)
    #expect(store.detail == nil)
  }

  @Test func `a stack of an enum of states written by hand`() async {
    let store = TestStore(initialState: PathFeature.State()) { PathFeature() }
    await store.send(.path(.push(id: 0, state: .detail(DetailFeature.State())))) {
      $0.path[id: 0] = .detail(DetailFeature.State())
    }
    await store.send(.path(.push(id: 1, state: .settings(SettingsFeature.State())))) {
      $0.path[id: 1] = .settings(SettingsFeature.State())
    }
    await store.send(.path(.element(id: 1, action: .settings(.soundToggled)))) {
      $0.path[id: 1, case: \.settings]?.hasSound = false
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }
  }

  @Test func `deleting a workout asks first`() async {
    let store = TestStore(initialState: AlertFeature.State()) { AlertFeature() }
    await store.send(.deleteButtonTapped) {
      $0.alert = AlertState {
        TextState("Delete Workout?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDelete) {
          TextState("Delete")
        }
        ButtonState(role: .cancel) {
          TextState("Cancel")
        }
      }
    }
    await store.send(\.alert.confirmDelete) {
      $0.alert = nil
      $0.isDeleted = true
    }
  }
}

@Reducer
private struct ParentFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: DetailFeature.State?
  }
  enum Action {
    case showDetailButtonTapped
    case detail(PresentationAction<DetailFeature.Action>)
  }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .showDetailButtonTapped:
        state.detail = DetailFeature.State()
        return .none
      case .detail(.presented(.dismissButtonTapped)):
        state.detail = nil
        return .none
      case .detail:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) {
      DetailFeature()
    }
  }
}

@Reducer
private struct DetailFeature {
  @ObservableState
  struct State: Equatable {}
  enum Action { case dismissButtonTapped }
}

@Reducer
private struct SettingsFeature {
  @ObservableState
  struct State: Equatable { var hasSound = true }
  enum Action { case soundToggled }
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.hasSound.toggle()
      return .none
    }
  }
}

@Reducer
private struct PathFeature {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }
  enum Action {
    case path(StackActionOf<Path>)
  }
  var body: some Reducer<State, Action> {
    EmptyReducer()
      .forEach(\.path, action: \.path) {
        Path()
      }
  }

  @Reducer
  struct Path {
    @ObservableState
    enum State: Equatable {
      case detail(DetailFeature.State)
      case settings(SettingsFeature.State)
    }
    enum Action {
      case detail(DetailFeature.Action)
      case settings(SettingsFeature.Action)
    }
    var body: some Reducer<State, Action> {
      Scope(state: \.detail, action: \.detail) {
        DetailFeature()
      }
      Scope(state: \.settings, action: \.settings) {
        SettingsFeature()
      }
    }
  }
}

@Reducer
private struct AlertFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var isDeleted = false
  }
  enum Action {
    case deleteButtonTapped
    case alert(PresentationAction<Alert>)
    @CasePathable
    enum Alert {
      case confirmDelete
    }
  }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.alert = AlertState {
          TextState("Delete Workout?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDelete) {
            TextState("Delete")
          }
          ButtonState(role: .cancel) {
            TextState("Cancel")
          }
        }
        return .none
      case .alert(.presented(.confirmDelete)):
        state.isDeleted = true
        return .none
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
