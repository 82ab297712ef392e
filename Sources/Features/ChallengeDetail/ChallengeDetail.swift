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
      return Ghost(name: Ghost.yourBest, log: best.log)
    }

    public var id: Challenge.ID { challenge.id }

    /// The workout that was discarded last, as long as that can be undone.
    public internal(set) var discarded: WorkoutDraft?
    /// How workouts that start here are timed.
    public var options: WorkoutOptions
    /// The film of the exercise, where there is one.
    public let exercise: Exercise?
    public internal(set) var isVideoPlaying = false
    /// Whether the background has stopped the film, which goes on behind it.
    var isVideoInterrupted = false
    /// Which frame of the film is shown.
    public internal(set) var videoFrame = 0

    /// - Parameter showsFilms: Whether there is anything to see for the person.
    public init(
      challenge: Challenge, options: WorkoutOptions = WorkoutOptions(), plan: TrainingPlan? = nil,
      showsFilms: Bool = true
    ) {
      self.challenge = challenge
      exercise = showsFilms ? challenge.exercise : nil
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
    /// The latest workouts that have a score, earliest first.
    public var progress: [Attempt] = []
  }

  // Indirect, as `WorkoutTimer.Action` says.
  public indirect enum Action: Sendable {
    case onAppear
    case startTestButtonTapped
    /// The best is to be raced against.
    case raceButtonTapped
    /// Somebody else's log is to be raced against.
    case raceRequested(Ghost)
    /// A workout of this challenge that was begun before is taken up again.
    case workoutRestored(WorkoutDraft, Resumption)
    case undoButtonTapped
    case playVideoButtonTapped
    case videoPlaybackChanged(Bool)
    case videoFrameElapsed
    case closeButtonTapped
    /// The rest after a set is over, or enough.
    case nextSetButtonTapped
    case setRequested(PlannedSet)
    /// Something else is shown in the challenge's place.
    case onDisappear
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
      /// A workout could not be saved; it is in a file.
      case workoutLeftUnsaved(UnsavedWorkout)
      case closed
    }
  }

  enum CancelID { case results, video }

  @Dependency(\.workouts) var workouts
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.plan, action: \.plan) { Plan() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(loadResults(of: state.challenge), .send(.plan(.onAppear)))

      case .startTestButtonTapped:
        return start(&state)

      case .raceButtonTapped:
        guard let ghost = state.ghost else { return .none }
        return start(against: ghost, &state)

      case .plan(.delegate(.workoutRequested(let purpose))):
        return start(for: purpose, &state)

      case .plan(.showButtonTapped):
        return playVideo(false, &state)

      case .plan(.delegate(.changed)):
        return .send(.delegate(.planChanged))

      case .nextSetButtonTapped:
        return endRest(&state)

      case .setRequested(let set):
        return start(for: .set(set), &state)

      case .raceRequested(let ghost):
        return start(against: ghost, &state)

      case .workoutRestored(let draft, let resumption):
        return restore(draft, resumption, &state)

      case .undoButtonTapped:
        guard let draft = state.discarded else { return .none }
        return restore(draft, .paused, &state)

      case .playVideoButtonTapped:
        return playVideo(!state.isVideoPlaying, &state)

      case .videoPlaybackChanged(let isPlaying):
        return playVideo(isPlaying, &state)

      case .videoFrameElapsed:
        state.showNextVideoFrame()
        return .none

      case .onDisappear:
        return playVideo(false, &state)

      case .closeButtonTapped:
        return .send(.delegate(.closed))

      case .stopRequested:
        guard state.activeWorkout?.isUnsaved == true else { return .none }
        return .send(.activeWorkout(.presented(.stopButtonTapped)))

      case .scenePhaseChanged(let phase):
        guard state.activeWorkout != nil else { return interruptVideo(phase, &state) }
        return .send(.activeWorkout(.presented(.scenePhaseChanged(phase))))

      case .resultsResponse(.success(let results)):
        state.results = results
        state.failure = nil
        return .none

      case .resultsResponse(.failure(let failure)):
        state.failure = failure
        state.explain(failure)
        return .none

      case .plan(.plansResponse(.failure(let failure))):
        state.explain(failure)
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        state.errorSheet = nil
        return .send(.onAppear)

      case .activeWorkout(.presented(.delegate(.saved(let saved)))):
        return .merge(
          loadResults(of: state.challenge), .send(.delegate(.workoutSaved(saved))),
          serve(saved, state))

      case .activeWorkout(.presented(.delegate(.discarded(let draft)))):
        state.activeWorkout = nil
        state.discarded = draft
        state.plan.isShown = false
        return .none

      case .activeWorkout(.presented(.delegate(.leftUnsaved(let unsaved)))):
        state.activeWorkout = nil
        return .send(.delegate(.workoutLeftUnsaved(unsaved)))

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
    return .merge(
      playVideo(false, &state), .send(.activeWorkout(.presented(.startButtonTapped))))
  }

  private func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    state.activeWorkout = state.workout(against: draft.ghost, for: state.purpose(of: draft))
    return .merge(
      playVideo(false, &state),
      .send(.activeWorkout(.presented(.restored(draft, resumption)))))
  }

  private func loadResults(of challenge: Challenge) -> Effect<Action> {
    .run { send in
      await send(
        .resultsResponse(
          outcome {
            let best = try await workouts.best(challenge: challenge.id)
            return try await Results(
              best: best,
              last: workouts.last(challenge: challenge.id),
              participantCount: workouts.participants(challenge: challenge.id),
              progress: Attempt.attempts(
                in: workouts.history(
                  challenge: challenge.id, after: nil, limit: Attempt.mostCount),
                scoring: challenge.scoring, best: best?.id))
          }))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }
}

extension ChallengeDetail.State {
  /// Opens the sheet about what could not be read; of two failures the first is told.
  fileprivate mutating func explain(_ failure: Failure) {
    // Nothing may come between a workout and its keys.
    guard activeWorkout == nil, errorSheet == nil else { return }
    errorSheet = ErrorHandling.State(
      failure, safe: "Your workouts are as they were, and you can start all the same.",
      canRetry: true)
  }
}
