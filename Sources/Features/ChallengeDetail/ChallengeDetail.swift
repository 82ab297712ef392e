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
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// The training plan for the challenge.
    public internal(set) var plan: Plan.State

    /// The best workout there is to race against.
    public var ghost: Ghost? {
      guard challenge.scoring.countsReps, let best = results?.best, !best.log.isEmpty else {
        return nil
      }
      return Ghost(name: "your best", log: best.log)
    }

    public var id: Challenge.ID { challenge.id }

    /// The workout that was discarded last, as long as that can be undone.
    public internal(set) var discarded: WorkoutDraft?
    /// How workouts that start here are timed.
    public var options: WorkoutOptions

    public init(
      challenge: Challenge, options: WorkoutOptions = WorkoutOptions(), plan: TrainingPlan? = nil
    ) {
      self.challenge = challenge
      self.options = options
      self.plan = Plan.State(challenge: challenge, plan: plan)
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
    /// The best is to be raced against.
    case raceButtonTapped
    /// A workout of this challenge that was begun before is taken up again.
    case workoutRestored(WorkoutDraft, Resumption)
    case undoButtonTapped
    case closeButtonTapped
    /// The rest after a set is over, or enough.
    case nextSetButtonTapped
    case setRequested(PlannedSet, isOnFloor: Bool)
    case stopRequested
    case scenePhaseChanged(ScenePhase)
    case resultsResponse(Result<Results, Failure>)
    case activeWorkout(PresentationAction<WorkoutTimer.Action>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case plan(Plan.Action)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      /// The training plan is another than it was, or further.
      case planChanged
      case closed
    }
  }

  enum CancelID { case results }

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.plan, action: \.plan) { Plan() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(loadResults(of: state.challenge.id), .send(.plan(.onAppear)))

      case .startTestButtonTapped:
        return start(&state)

      case .raceButtonTapped:
        guard let ghost = state.ghost else { return .none }
        return start(against: ghost, &state)

      case .plan(.delegate(.workoutRequested(let purpose))):
        return start(for: purpose, &state)

      case .plan(.delegate(.changed)):
        return .send(.delegate(.planChanged))

      case .nextSetButtonTapped:
        return endRest(&state)

      case .setRequested(let set, let isOnFloor):
        let started = start(for: .set(set), &state)
        state.activeWorkout?.isOnFloor = isOnFloor
        return started

      case .workoutRestored(let draft, let resumption):
        return restore(draft, resumption, &state)

      case .undoButtonTapped:
        guard let draft = state.discarded else { return .none }
        return restore(draft, .paused, &state)

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
        // Nothing may come between a workout and its keys.
        if state.activeWorkout == nil {
          state.errorSheet = ErrorHandling.State(
            failure, safe: "Your workouts are as they were, and you can start all the same.",
            canRetry: true)
        }
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        state.errorSheet = nil
        return loadResults(of: state.challenge.id)

      case .activeWorkout(.presented(.delegate(.saved(let saved)))):
        return .merge(
          loadResults(of: state.challenge.id), .send(.delegate(.workoutSaved(saved))),
          serve(saved, state))

      case .activeWorkout(.presented(.delegate(.discarded(let draft)))):
        state.activeWorkout = nil
        state.discarded = draft
        state.plan.isShown = false
        return .none

      case .activeWorkout(.presented(.delegate(.closed))):
        let hasServed = state.activeWorkout?.hasServedPlan == true
        state.activeWorkout = nil
        return hasServed ? .send(.plan(.showButtonTapped)) : .none

      case .activeWorkout, .errorSheet, .plan, .delegate:
        return .none
      }
    }
    .ifLet(\.$activeWorkout, action: \.activeWorkout) {
      WorkoutTimer()
    }
    .ifLet(\.$errorSheet, action: \.errorSheet) {
      ErrorHandling()
    }
  }

  private func start(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    state.activeWorkout = state.workout(against: ghost, for: purpose)
    return .send(.activeWorkout(.presented(.startButtonTapped)))
  }

  private func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    state.activeWorkout = state.workout(for: state.purpose(of: draft))
    return .send(.activeWorkout(.presented(.restored(draft, resumption))))
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
