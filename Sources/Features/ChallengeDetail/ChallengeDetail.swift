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
    @Presents public internal(set) var destination: Destination.State?
    /// The training plan for the challenge.
    public internal(set) var plan: Plan.State

    /// The best workout there is to race against.
    public var ghost: Ghost? {
      guard challenge.scoring.countsReps, let best = results?.best, best.hasRecordedRepTimes else {
        return nil
      }
      return Ghost(name: Ghost.yourBest, log: best.log)
    }

    public var id: Challenge.ID { challenge.id }

    /// The workout that runs, or is over and still shown.
    public var activeWorkout: WorkoutTimer.State? { destination?.activeWorkout }

    /// How workouts that start here are timed.
    var options: WorkoutOptions { WorkoutOptions(settings) }

    /// The workout that was discarded last, as long as that can be undone.
    public internal(set) var discarded: WorkoutDraft?
    @SharedReader(.settings) var settings
    /// The film of the exercise, where there is one.
    public let exercise: Exercise?
    public internal(set) var isVideoPlaying = false
    /// Whether the background has stopped the film, which goes on behind it.
    var isVideoInterrupted = false
    /// Which frame of the film is shown.
    public internal(set) var videoFrame = 0

    /// - Parameters:
    ///   - results: How people have done, as far as it is known already.
    ///   - showsFilms: Whether there is anything to see for the person.
    public init(
      challenge: Challenge, plan: TrainingPlan? = nil, results: Results? = nil,
      showsFilms: Bool = true
    ) {
      self.challenge = challenge
      self.results = results
      exercise = showsFilms ? challenge.exercise : nil
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

  /// A workout of the challenge, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case activeWorkout(WorkoutTimer)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case startTestButtonTapped
      /// The best is to be raced against.
      case raceButtonTapped
      case nextSessionButtonTapped
      case testButtonTapped
      case planButtonTapped
      case undoButtonTapped
      case playVideoButtonTapped
      /// The rest after a set is over, or enough.
      case nextSetButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Stop what moves: something else is shown in the challenge's place.
      case disappear
      /// Start the session of the training plan whose turn it is.
      case startNextSession
      /// Start a workout, a race where a ghost is given.
      case start(Ghost?)
      /// Take up a workout that was begun before.
      case restore(WorkoutDraft, Resumption)
      /// Save a workout as it stands.
      case stop
      case changeScenePhase(ScenePhase)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      case workoutDeleted
      case rest(RestRequest)
      /// The training plan is another than it was, or further.
      case planChanged
      /// A workout could not be saved; it is in a file.
      case workoutLeftUnsaved(UnsavedWorkout)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case videoFrameElapsed
      /// The workout before this set has gone.
      case nextSetReady(PlannedSet)
      case resultsResponse(Result<Results, Failure>)
      case plan(Plan.Action)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case results, video }

  @Dependency(\.workouts) var workouts
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.uptime) var uptime

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.plan, action: \.plan) { Plan() }
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .startTestButtonTapped:
      return .merge(.recordUse(of: .workoutTimer), start(&state))

    case .raceButtonTapped:
      guard let ghost = state.ghost else { return .none }
      return .merge(.recordUse(of: .ghostRace), start(against: ghost, &state))

    case .nextSessionButtonTapped:
      return .merge(.recordUse(of: .plan), startNextSession(&state))

    case .testButtonTapped:
      return .merge(.recordUse(of: .plan), start(for: .test, &state))

    case .planButtonTapped:
      state.plan.show(today: now.localDay)
      return .merge(.recordUse(of: .plan), playVideo(false, &state))

    case .undoButtonTapped:
      guard let draft = state.discarded else { return .none }
      return restore(draft, .paused, &state)

    case .playVideoButtonTapped:
      return playVideo(!state.isVideoPlaying, &state)

    case .nextSetButtonTapped:
      return endRest(&state)

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      return load(state)

    case .disappear:
      return playVideo(false, &state)

    case .startNextSession:
      return startNextSession(&state)

    case .start(let ghost):
      return .merge(
        .recordUse(of: ghost == nil ? .workoutTimer : .ghostRace), start(against: ghost, &state))

    case .restore(let draft, let resumption):
      return restore(draft, resumption, &state)

    case .stop:
      guard state.activeWorkout?.isUnsaved == true else { return .none }
      return tellWorkout(.stop)

    case .changeScenePhase(let phase):
      guard state.activeWorkout != nil else { return interruptVideo(phase, &state) }
      return tellWorkout(.changeScenePhase(phase))
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .videoFrameElapsed:
      state.showNextVideoFrame()
      return .none

    case .nextSetReady(let set):
      return start(for: .set(set), &state)

    case .resultsResponse(.success(let results)):
      state.results = results
      state.failure = nil
      return .none

    case .resultsResponse(.failure(let failure)):
      state.failure = failure
      state.explain(failure)
      return .none

    case .plan(.delegate(.failed(let failure))):
      state.explain(failure)
      return .none

    case .plan(.delegate(.workoutRequested(let purpose))):
      return start(for: purpose, &state)

    case .plan(.delegate(.changed)):
      return .send(.delegate(.planChanged))

    case .destination(.presented(.activeWorkout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return load(state)

    case .plan, .destination:
      return .none
    }
  }

  private func reduce(
    _ state: inout State, workout action: WorkoutTimer.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .saved(let saved):
      // Until they are loaded again, the results are those from before this workout.
      let rival = state.rival(of: saved).map { tellWorkout(.compare($0)) }
      return .merge(
        rival ?? .none, loadResults(of: state.challenge), .send(.delegate(.workoutSaved(saved))),
        serve(saved, state))

    case .discarded(let draft):
      state.destination = nil
      state.discarded = draft
      state.plan.isShown = false
      return .none

    case .deleted:
      state.destination = nil
      return .merge(loadResults(of: state.challenge), .send(.delegate(.workoutDeleted)))

    case .rest(let request):
      return .send(.delegate(.rest(request)))

    case .leftUnsaved(let unsaved):
      state.destination = nil
      return .send(.delegate(.workoutLeftUnsaved(unsaved)))

    case .closed:
      if state.activeWorkout?.hasServedPlan == true { state.plan.show(today: now.localDay) }
      state.destination = nil
      return .none
    }
  }

  func tellWorkout(_ command: WorkoutTimer.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.activeWorkout(.command(command))))))
  }

  private func load(_ state: State) -> Effect<Action> {
    .merge(
      loadResults(of: state.challenge), .send(._internal(.plan(.command(.appear)))))
  }

  private func startNextSession(_ state: inout State) -> Effect<Action> {
    guard let purpose = state.plan.nextWorkout(today: now.localDay) else { return .none }
    return start(for: purpose, &state)
  }

  private func start(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    state.destination = .activeWorkout(state.workout(against: ghost, for: purpose))
    return .merge(playVideo(false, &state), tellWorkout(.start))
  }

  private func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    let purpose = state.purpose(of: draft)
    state.destination = .activeWorkout(state.workout(against: draft.ghost, for: purpose))
    return .merge(playVideo(false, &state), tellWorkout(.restore(draft, resumption)))
  }

  private func loadResults(of challenge: Challenge) -> Effect<Action> {
    .run { send in
      await send(
        ._internal(
          .resultsResponse(
            outcome { try await ChallengeDetail.Results(of: challenge, from: workouts) })))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }
}

extension ChallengeDetail.Results {
  /// Reads how people have done in a challenge.
  ///
  /// - Throws: ``ExplainedError``.
  init(of challenge: Challenge, from workouts: WorkoutsClient) async throws {
    best = try await workouts.best(challenge: challenge.id)
    last = try await workouts.last(challenge: challenge.id)
    participantCount = try await workouts.participantCount(challenge: challenge.id)
    progress = ChallengeDetail.Attempt.attempts(
      in: try await workouts.history(
        challenge: challenge.id, after: nil, limit: ChallengeDetail.Attempt.mostCount),
      scoring: challenge.scoring, best: best?.id)
  }
}

extension ChallengeDetail.State {
  /// Opens the sheet about what could not be read; of two failures the first is told.
  fileprivate mutating func explain(_ failure: Failure) {
    // Nothing may come between a workout and its keys.
    guard destination == nil else { return }
    destination = .errorSheet(
      ErrorHandling.State(
        failure, dataStatus: "Your workouts are unchanged, and you can still start.",
        canRetry: true))
  }
}
