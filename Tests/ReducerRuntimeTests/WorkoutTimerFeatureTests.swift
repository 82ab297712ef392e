import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

/// The guide's workout timer, with its time taken from the clock instead of added up.
@Reducer
struct WorkoutTimerFeature {
  @ObservableState
  struct State: Equatable {
    var repCount = 0
    var elapsedTime: Duration = .zero
    var isRunning = false
    /// The time on the clock at which the workout began.
    var origin: Duration = .zero
    var startTime: Date?
  }

  enum Action {
    case startButtonTapped
    case stopButtonTapped
    case incrementRepTapped
    case decrementRepTapped
    case timerTick
    case delegate(Delegate)

    @CasePathable
    enum Delegate: Equatable { case workoutCompleted(repCount: Int, duration: Duration) }
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        state.startTime = now
        state.origin = clock.uptime
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stopButtonTapped:
        state.isRunning = false
        return .merge(
          .cancel(id: CancelID.timer),
          .send(
            .delegate(
              .workoutCompleted(repCount: state.repCount, duration: state.elapsedTime))))
      case .incrementRepTapped:
        state.repCount += 1
        return .none
      case .decrementRepTapped:
        state.repCount = max(0, state.repCount - 1)
        return .none
      case .timerTick:
        state.elapsedTime = clock.uptime - state.origin
        return .none
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct ChallengeDetailFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var activeWorkout: WorkoutTimerFeature.State?
    var best = 0
  }

  enum Action {
    case startTestButtonTapped
    case activeWorkout(PresentationAction<WorkoutTimerFeature.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startTestButtonTapped:
        state.activeWorkout = WorkoutTimerFeature.State()
        return .none
      case .activeWorkout(.presented(.delegate(.workoutCompleted(let repCount, _)))):
        state.best = max(state.best, repCount)
        state.activeWorkout = nil
        return .none
      case .activeWorkout:
        return .none
      }
    }
    .ifLet(\.$activeWorkout, action: \.activeWorkout) { WorkoutTimerFeature() }
  }
}

@MainActor
@Suite struct WorkoutTimerFeatureTests {
  let clock = TestClock()
  let start = Date(timeIntervalSince1970: 0)

  @Test func aWorkout() async {
    let store = TestStore(initialState: WorkoutTimerFeature.State()) {
      WorkoutTimerFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = start
    }
    await store.send(.startButtonTapped) {
      $0.isRunning = true
      $0.startTime = start
    }
    await clock.advance(by: .milliseconds(20))
    await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(10) }
    await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(20) }
    await store.send(.incrementRepTapped) { $0.repCount = 1 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.receive(\.delegate.workoutCompleted)
  }

  @Test func aPresentedWorkout() async {
    let store = TestStore(initialState: ChallengeDetailFeature.State()) {
      ChallengeDetailFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = start
    }
    await store.send(.startTestButtonTapped) { $0.activeWorkout = WorkoutTimerFeature.State() }
    await store.send(.activeWorkout(.presented(.startButtonTapped))) {
      $0.activeWorkout?.isRunning = true
      $0.activeWorkout?.startTime = start
    }
    await store.send(.activeWorkout(.presented(.incrementRepTapped))) {
      $0.activeWorkout?.repCount = 1
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\.activeWorkout.timerTick) {
      $0.activeWorkout?.elapsedTime = .milliseconds(10)
    }
    await store.send(.activeWorkout(.presented(.stopButtonTapped))) {
      $0.activeWorkout?.isRunning = false
    }
    await store.receive(
      \.activeWorkout.delegate, .workoutCompleted(repCount: 1, duration: .milliseconds(10))
    ) {
      $0.best = 1
      $0.activeWorkout = nil
    }
  }

  @Test func aDismissedWorkoutTicksNoMore() async throws {
    let store = TestStore(initialState: ChallengeDetailFeature.State()) {
      ChallengeDetailFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = start
    }
    store.exhaustivity = .off
    await store.send(.startTestButtonTapped)
    await store.send(.activeWorkout(.presented(.startButtonTapped)))
    await store.send(.activeWorkout(.dismiss)) { $0.activeWorkout = nil }
    try await clock.checkSuspension()
    await store.finish()
  }

  @Test("40 minutes of ticks with a test clock show the true elapsed time")
  func fortyMinutes() async {
    let store = TestStore(initialState: WorkoutTimerFeature.State()) {
      WorkoutTimerFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = start
    }
    await store.send(.startButtonTapped) {
      $0.isRunning = true
      $0.startTime = start
    }
    await clock.advance(by: .seconds(40 * 60))
    for tick in 1...240_000 {
      await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(10) * tick }
    }
    #expect(store.state.elapsedTime == .seconds(40 * 60))
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.receive(\.delegate)
  }
}
