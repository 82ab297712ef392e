import ReducerRuntime
import ReducerTestSupport
import Testing

@Reducer
struct TimerFeature {
  @ObservableState
  struct State: Equatable {
    var repCount = 0
    var elapsed: Duration = .zero
    var isRunning = false
  }
  enum Action {
    case startButtonTapped
    case stopButtonTapped
    case incrementRepTapped
    case timerTick
    case delegate(Delegate)
    @CasePathable enum Delegate: Equatable { case stopped(reps: Int) }
  }
  enum CancelID { case timer }
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stopButtonTapped:
        state.isRunning = false
        return .merge(.cancel(id: CancelID.timer), .send(.delegate(.stopped(reps: state.repCount))))
      case .incrementRepTapped:
        state.repCount += 1
        return .none
      case .timerTick:
        state.elapsed += .milliseconds(10)
        return .none
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct ParentFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var timer: TimerFeature.State?
    var reps: Int?
  }
  enum Action {
    case openTapped
    case timer(PresentationAction<TimerFeature.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openTapped:
        state.timer = TimerFeature.State()
        return .none
      case .timer(.presented(.delegate(.stopped(let reps)))):
        state.reps = reps
        return .none
      case .timer:
        return .none
      }
    }
    .ifLet(\.$timer, action: \.timer) { TimerFeature() }
  }
}

@MainActor
struct TimerScratch {
  @Test func ticks() async {
    let clock = TestClock()
    let store = TestStore(initialState: TimerFeature.State()) {
      TimerFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .milliseconds(20))
    await store.receive(\.timerTick) { $0.elapsed = .milliseconds(10) }
    await store.receive(\.timerTick) { $0.elapsed = .milliseconds(20) }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.receive(\.delegate.stopped)
  }

  @Test func presents() async {
    let clock = TestClock()
    let store = TestStore(initialState: ParentFeature.State()) {
      ParentFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.openTapped) { $0.timer = TimerFeature.State() }
    await store.send(.timer(.presented(.startButtonTapped))) { $0.timer?.isRunning = true }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\.timer.timerTick) { $0.timer?.elapsed = .milliseconds(10) }
    await store.send(.timer(.dismiss)) { $0.timer = nil }
  }

  @Test func fails() async {
    let store = TestStore(initialState: TimerFeature.State()) {
      TimerFeature()
    }
    await store.send(.startButtonTapped) { $0.repCount = 3 }
    await store.send(.incrementRepTapped)
  }

  @Test func observes() {
    let store = Store(initialState: TimerFeature.State()) { TimerFeature() }
    var seen: [Int] = []
    let token = observe { seen.append(store.repCount) }
    store.send(.incrementRepTapped)
    store.send(.timerTick)
    store.send(.incrementRepTapped)
    #expect(seen == [0, 1, 2])
    token.cancel()
    store.send(.incrementRepTapped)
    #expect(seen == [0, 1, 2])
  }
}
