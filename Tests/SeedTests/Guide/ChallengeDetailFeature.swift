import ReducerRuntime

/// The challenge screen in the guide of seed article 003. It starts a workout on a sheet and submits the result.
@Reducer
struct ChallengeDetailFeature {
  @ObservableState
  struct State: Equatable {
    var challenge: Challenge
    var isVideoPlaying = false
    var participantCount: Int
    @Presents var activeWorkout: WorkoutTimerFeature.State?
  }

  struct Challenge: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
  }

  enum Action {
    case startTestButtonTapped
    case playVideoButtonTapped
    case videoPlaybackChanged(Bool)
    case activeWorkout(PresentationAction<WorkoutTimerFeature.Action>)
    case workoutCompleted(repCount: Int, duration: Duration)
  }

  @Dependency(\.apiClient) var apiClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startTestButtonTapped:
        state.activeWorkout = WorkoutTimerFeature.State()
        return .none

      case .playVideoButtonTapped:
        state.isVideoPlaying.toggle()
        return .none

      case .videoPlaybackChanged(let isPlaying):
        state.isVideoPlaying = isPlaying
        return .none

      case .activeWorkout(.presented(.stopButtonTapped)):
        guard let workout = state.activeWorkout else { return .none }
        return .send(
          .workoutCompleted(repCount: workout.repCount, duration: workout.elapsedTime))

      case .workoutCompleted(let repCount, let duration):
        state.activeWorkout = nil
        return .run { [id = state.challenge.id] _ in
          try await apiClient.submitWorkout(
            challengeID: id, repCount: repCount, duration: duration)
        }

      case .activeWorkout:
        return .none
      }
    }
    .ifLet(\.$activeWorkout, action: \.activeWorkout) { WorkoutTimerFeature() }
  }
}
