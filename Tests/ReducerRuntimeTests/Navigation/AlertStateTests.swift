import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct AlertStateTests {
  @Test func `a dump shows the contents, and no identity`() {
    let dump = String(customDumping: AlertState<Workouts.Action.Alert>.delete)
    #expect(dump.contains("title: Delete workout?"))
    #expect(dump.contains("action: .confirmDelete"))
    #expect(!dump.contains("id:"))
  }

  @Test func `an alert is dismissed after its action, which the parent receives`() async {
    let store = TestStore(initialState: Workouts.State()) { Workouts() }
    await store.send(.deleteButtonTapped) { $0.alert = .delete }
    await store.send(.alert(.presented(.confirmDelete))) {
      $0.alert = nil
      $0.isDeleted = true
    }
    await store.send(.deleteButtonTapped) { $0.alert = .delete }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `an alert that replaces another stays`() async {
    let store = TestStore(initialState: Workouts.State(alert: .delete)) { Workouts() }
    await store.send(.alert(.presented(.askAgain))) {
      $0.alert = AlertState { TextState("Really?") }
    }
  }

  @Test func `in an enum of features only its own action dismisses it`() async {
    let store = TestStore(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    await store.send(.destination(.presented(.alert(.confirmDelete)))) { $0.destination = nil }
    await store.send(.detailButtonTapped) { $0.destination = .detail(Detail.State()) }
    await store.send(.destination(.presented(.detail(.tapped)))) {
      $0.destination?.modify(\.detail) { $0.taps = 1 }
    }
    await store.send(.toastAppeared) { $0.destination = .toast(Toast()) }
    await store.send(.destination(.presented(.toast(.tapped)))) { $0.destination = nil }
  }

  @Test func `an alert in an enum that replaces another stays`() async {
    let store = TestStore(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    await store.send(.destination(.presented(.alert(.askAgain)))) {
      $0.destination = .alert(AlertState { TextState("Really?") })
    }
  }

  @Test func `an action of another feature does not dismiss it`() async {
    let store = Store(initialState: Workouts.State(destination: .alert(.delete))) { Workouts() }
    let issues = await reported { store.send(.destination(.presented(.detail(.tapped)))) }
    #expect(issues.count == 1)
    #expect(store.destination?.is(\.alert) == true)
  }

  @Test func `an alert in a hand-written enum is dismissed as well`() async {
    let store = TestStore(initialState: Workouts.State(byHand: .alert(.delete))) { Workouts() }
    await store.send(.byHand(.presented(.alert(.confirmDelete)))) { $0.byHand = nil }
    let other = TestStore(initialState: Workouts.State(byHand: .detail(Detail.State()))) {
      Workouts()
    }
    await other.send(.byHand(.presented(.detail(.tapped)))) {
      $0.byHand?.modify(\.detail) { $0.taps = 1 }
    }
  }

  @Test func `alerts with equal contents are equal`() {
    #expect(AlertState<Workouts.Action.Alert>.delete == .delete)
    #expect(Set([AlertState<Workouts.Action.Alert>.delete, .delete]).count == 1)
    #expect(AlertState<Workouts.Action.Alert>.delete.id != AlertState.delete.id)
    var other = AlertState<Workouts.Action.Alert>.delete
    other.message = nil
    #expect(other != .delete)
  }

  @Test func `an alert has title, message and buttons`() {
    let alert = AlertState<Workouts.Action.Alert>.delete
    #expect(String(state: alert.title) == "Delete workout?")
    #expect(alert.message == TextState("Push-ups") + TextState(" cannot be brought back."))
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.buttons.map(\.action) == [.send(.confirmDelete), .send(nil)])
    #expect(alert.buttons[0].withAction { $0 } == .confirmDelete)
    let mapped = alert.map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["confirmDelete", nil])
  }
}

extension AlertState<Workouts.Action.Alert> {
  fileprivate static var delete: Self {
    AlertState {
      TextState("Delete workout?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDelete) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Cancel")
      }
    } message: {
      TextState("Push-ups cannot be brought back.")
    }
  }
}

private struct Toast: Equatable {
  enum Action { case tapped }
}

@Reducer
private struct Workouts {
  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Workouts.Action.Alert>)
    case detail(Detail)
    @ReducerCaseEphemeral case toast(Toast)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
    @Presents var byHand: ByHand.State?
    var isDeleted = false
  }

  enum Action {
    case deleteButtonTapped
    case detailButtonTapped
    case toastAppeared
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)
    case byHand(PresentationAction<ByHand.Action>)

    @CasePathable
    enum Alert {
      case confirmDelete
      case askAgain
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped: state.alert = .delete
      case .detailButtonTapped: state.destination = .detail(Detail.State())
      case .toastAppeared: state.destination = .toast(Toast())
      case .alert(.presented(.confirmDelete)): state.isDeleted = true
      case .destination(.presented(.alert(.askAgain))):
        state.destination = .alert(AlertState { TextState("Really?") })
      case .alert(.presented(.askAgain)): state.alert = AlertState { TextState("Really?") }
      default: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$byHand, action: \.byHand) { ByHand() }
  }
}

@Reducer
private struct ByHand {
  enum State: Equatable {
    case alert(AlertState<Workouts.Action.Alert>)
    case detail(Detail.State)
  }

  enum Action {
    case alert(Workouts.Action.Alert)
    case detail(Detail.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.detail, action: \.detail) { Detail() }
  }
}

@Reducer
private struct Detail {
  @ObservableState
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}
