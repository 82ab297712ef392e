import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's alert and destination, which are values in the state.
@Suite(.checksForLeaks)
@MainActor
struct AlertTests {
  @Test func `confirming the alert deletes the item and dismisses the alert`() async {
    let store = TestStore(initialState: History.State()) { History() }
    await store.send(.deleteButtonTapped) { $0.alert = .confirmDelete }
    await store.send(.alert(.presented(.confirmDelete))) {
      $0.alert = nil
      $0.workouts = 0
    }
  }

  @Test func `the action of an alert's button can be sent through its case path`() async {
    let store = TestStore(initialState: History.State(alert: .confirmDelete)) { History() }
    await store.send(\.alert.confirmDelete) {
      $0.alert = nil
      $0.workouts = 0
    }
  }

  @Test func `cancelling changes nothing`() async {
    let store = TestStore(initialState: History.State()) { History() }
    await store.send(.deleteButtonTapped) { $0.alert = .confirmDelete }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `only one destination is shown at a time`() async {
    let store = TestStore(initialState: History.State()) { History() }
    await store.send(.showDetailButtonTapped) { $0.destination = .detail(Detail.State()) }
    await store.send(.destination(.presented(.detail(.starTapped)))) {
      $0.destination = .detail(Detail.State(isStarred: true))
    }
    await store.send(.showSettingsButtonTapped) { $0.destination = .settings(Settings.State()) }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }
}

@Reducer
private struct History {
  @ObservableState
  struct State: Equatable {
    var workouts = 3
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
  }

  enum Action {
    case deleteButtonTapped
    case showDetailButtonTapped
    case showSettingsButtonTapped
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)

    @CasePathable
    enum Alert: Equatable { case confirmDelete }
  }

  @Reducer(state: .equatable)
  enum Destination {
    case detail(Detail)
    case settings(Settings)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.alert = .confirmDelete
        return .none
      case .showDetailButtonTapped:
        state.destination = .detail(Detail.State())
        return .none
      case .showSettingsButtonTapped:
        state.destination = .settings(Settings.State())
        return .none
      case .alert(.presented(.confirmDelete)):
        state.workouts = 0
        return .none
      case .alert, .destination:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination) { Destination.body }
  }
}

extension AlertState where Action == History.Action.Alert {
  fileprivate static let confirmDelete = AlertState {
    TextState("Delete Workout?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDelete) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  }
}

@Reducer
private struct Detail {
  @ObservableState
  struct State: Equatable { var isStarred = false }
  enum Action { case starTapped }
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.isStarred.toggle()
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
