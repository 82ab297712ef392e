import FoundationEssentials
import ReducerRuntime

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
