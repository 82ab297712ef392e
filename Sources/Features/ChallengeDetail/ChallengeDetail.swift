import Clients
import Models
import ReducerRuntime

/// One challenge: what is to be done, how it is scored, and how you stand in it.
@Reducer
public struct ChallengeDetail {
  @ObservableState
  public struct State: Equatable, Sendable, Identifiable {
    public let challenge: Challenge
    public internal(set) var results: Results?
    public internal(set) var failure: Failure?
    @Presents public internal(set) var activeWorkout: WorkoutTimer.State?

    public var id: Challenge.ID { challenge.id }

    /// How workouts that start here are timed.
    public var options: WorkoutOptions

    public init(challenge: Challenge, options: WorkoutOptions = WorkoutOptions()) {
      self.challenge = challenge
      self.options = options
    }
  }

  /// How people have done in the challenge.
  public struct Results: Equatable, Sendable {
    public var best: Workout?
    public var last: Workout?
    /// How many people have done it.
    public var participantCount: Int
  }

  public enum Action: Sendable {
    case onAppear
    case startTestButtonTapped
    /// A workout of this challenge that was begun before is taken up again.
    case workoutRestored(WorkoutDraft, Resumption)
    case closeButtonTapped
    case stopRequested
    case scenePhaseChanged(ScenePhase)
    case resultsResponse(Result<Results, Failure>)
    case activeWorkout(PresentationAction<WorkoutTimer.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      case closed
    }
  }

  enum CancelID { case results }

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return loadResults(of: state.challenge.id)

      case .startTestButtonTapped:
        guard state.activeWorkout == nil else { return .none }
        state.activeWorkout = WorkoutTimer.State(
          challenge: state.challenge, options: state.options)
        return .send(.activeWorkout(.presented(.startButtonTapped)))

      case .workoutRestored(let draft, let resumption):
        guard state.activeWorkout == nil else { return .none }
        state.activeWorkout = WorkoutTimer.State(
          challenge: state.challenge, options: state.options)
        return .send(.activeWorkout(.presented(.restored(draft, resumption))))

      case .closeButtonTapped:
        return .send(.delegate(.closed))

      case .stopRequested:
        guard state.activeWorkout?.isUnderWay == true else { return .none }
        return .send(.activeWorkout(.presented(.stopButtonTapped)))

      case .scenePhaseChanged(let phase):
        guard state.activeWorkout != nil else { return .none }
        return .send(.activeWorkout(.presented(.scenePhaseChanged(phase))))

      case .resultsResponse(.success(let results)):
        state.results = results
        state.failure = nil
        return .none

      case .resultsResponse(.failure(let failure)):
        state.failure = failure
        return .none

      case .activeWorkout(.presented(.delegate(.saved(let saved)))):
        return .merge(
          loadResults(of: state.challenge.id), .send(.delegate(.workoutSaved(saved))))

      case .activeWorkout(.presented(.delegate(.closed))):
        state.activeWorkout = nil
        return .none

      case .activeWorkout, .delegate:
        return .none
      }
    }
    .ifLet(\.$activeWorkout, action: \.activeWorkout) {
      WorkoutTimer()
    }
  }

  private func loadResults(of challenge: Challenge.ID) -> Effect<Action> {
    .run { send in
      await send(
        .resultsResponse(
          outcome {
            try await Results(
              best: workouts.best(challenge: challenge),
              last: workouts.last(challenge: challenge),
              participantCount: workouts.participants(challenge: challenge))
          }))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }
}
