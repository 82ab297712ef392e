import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct WorkoutTimerFeatureTests {
  private let clock = TestClock()
  private let noon = Date(timeIntervalSince1970: 43_200)

  private func timer() -> TestStoreOf<WorkoutTimerFeature> {
    TestStore(initialState: WorkoutTimerFeature.State()) {
      WorkoutTimerFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(noon)
    }
  }

  @Test func `a timer ticks every hundredth of a second until it is stopped`() async {
    let store = timer()
    await store.send(.startButtonTapped) {
      $0.isRunning = true
      $0.startTime = noon
    }
    await clock.advance(by: .milliseconds(30))
    for tick in 1...3 {
      await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(10 * tick) }
    }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(1))
  }

  @Test func `starting again replaces the timer`() async {
    let store = timer()
    await store.send(.startButtonTapped) {
      $0.isRunning = true
      $0.startTime = noon
    }
    await store.send(.startButtonTapped)
    await clock.advance(by: .milliseconds(10))
    await store.receive(.timerTick) { $0.elapsedTime = .milliseconds(10) }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test(arguments: TestSize.choose(test: [2], check: [2, 40]))
  func `ticks add up to the elapsed minutes`(minutes: Int) async {
    let store = timer()
    await store.send(.startButtonTapped) {
      $0.isRunning = true
      $0.startTime = noon
    }
    await clock.advance(by: .seconds(minutes * 60))
    for tick in 1...minutes * 6000 {
      await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(10) * tick }
    }
    #expect(store.state.elapsedTime == .seconds(minutes * 60))
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `the number of repetitions is never negative`() async {
    let store = timer()
    await store.send(.incrementRepTapped) { $0.repCount = 1 }
    await store.send(.decrementRepTapped) { $0.repCount = 0 }
    await store.send(.decrementRepTapped)
  }

  @Test func `time in the background is added when the app becomes active`() async {
    let seconds = LockIsolated(0.0)
    let store = TestStore(
      initialState: WorkoutTimerFeature.State(startTime: noon)
    ) {
      WorkoutTimerFeature()
    } withDependencies: {
      $0.date = DateGenerator { [noon] in noon.addingTimeInterval(seconds.value) }
    }
    await store.send(.scenePhaseChanged(.background)) { $0.backgroundTime = noon }
    await store.send(.scenePhaseChanged(.inactive))
    seconds.withValue { $0 = 90 }
    await store.send(.scenePhaseChanged(.active)) {
      $0.elapsedTime = .seconds(90)
      $0.backgroundTime = nil
    }
  }
}

// MARK: - The feature

/// The workout timer of seed article 003: counts repetitions and time, and adds the time spent in the background.
@Reducer
struct WorkoutTimerFeature {
  @ObservableState
  struct State: Equatable, Sendable {
    var repCount = 0
    var elapsedTime: Duration = .zero
    var isRunning = false
    var startTime: Date?
    var backgroundTime: Date?
  }

  enum Action: Equatable {
    case startButtonTapped
    case stopButtonTapped
    case incrementRepTapped
    case decrementRepTapped
    case timerTick
    case scenePhaseChanged(ScenePhase)
  }

  enum ScenePhase { case background, inactive, active }
  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        state.startTime = now
        return .run { send in
          for await _ in self.clock.timer(interval: .milliseconds(10)) {
            await send(.timerTick)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: CancelID.timer)

      case .incrementRepTapped:
        state.repCount += 1
        return .none

      case .decrementRepTapped:
        state.repCount = max(0, state.repCount - 1)
        return .none

      case .timerTick:
        state.elapsedTime += .milliseconds(10)
        return .none

      case .scenePhaseChanged(.background):
        state.backgroundTime = now
        return .none

      case .scenePhaseChanged(.active):
        if let backgroundTime = state.backgroundTime, state.startTime != nil {
          state.elapsedTime += .seconds(now.timeIntervalSince(backgroundTime))
        }
        state.backgroundTime = nil
        return .none

      case .scenePhaseChanged(.inactive):
        return .none
      }
    }
  }
}
