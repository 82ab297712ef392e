import Clients
import Models
import ReducerRuntime

/// A feature that shows a challenge, its results and its training plan, and starts workouts.
@Reducer
public struct ChallengeDetail {
  @ObservableState
  public struct State: Equatable, Sendable, Identifiable {
    public internal(set) var challenge: Challenge
    /// Whether the challenge isn't stored, because no workout of this variation has been started.
    public internal(set) var isNew: Bool
    /// Whether the challenge is being stored.
    var isAdding = false
    /// The position of an exercise on the scale of its variations, if it is on one.
    let variation: VariationPosition?
    /// The person's best results in the other variations of the challenge, by the names of the variations.
    public internal(set) var variationBests: [String: String] = [:]
    public internal(set) var results: Results?
    public internal(set) var failure: Failure?
    @Presents public internal(set) var destination: Destination.State?
    /// The training plan for the challenge.
    public internal(set) var plan: Plan.State

    /// The person's best workout as an opponent, or the best live one if the best has no times of reps.
    public var ghost: Ghost? {
      guard challenge.scoring.countsReps, let results else { return nil }
      let opponents = [(Ghost.yourBest, results.best), (Ghost.yourLiveBest, results.liveBest)]
      for case (let name, let workout?) in opponents where workout.hasRecordedRepTimes {
        return Ghost(name: name, workout)
      }
      return nil
    }

    /// Whether the opponent is not the best workout.
    var isGhostLiveBest: Bool { ghost?.name == Ghost.yourLiveBest }

    /// The identity of the page, which stays the same when a new challenge is stored.
    public let id: Challenge.ID

    /// The workout on the screen, running or over.
    public var activeWorkout: WorkoutTimer.State? { destination?.activeWorkout }

    /// The options of workouts that start here.
    var options: WorkoutOptions { WorkoutOptions(settings) }

    /// The workout that was discarded last, as long as it can be restored.
    public internal(set) var discarded: WorkoutDraft?
    @SharedReader(.settings) var settings
    /// The exercise with its video, if there is one.
    public let exercise: Exercise?
    public internal(set) var isVideoPlaying = false
    /// Whether the video was paused because the program went to the background. It then resumes in the foreground.
    var isVideoInterrupted = false
    /// The index of the current frame of the video.
    public internal(set) var videoFrame = 0

    /// - Parameters:
    ///   - isNew: Whether the challenge isn't stored. Starting a workout stores it.
    ///   - results: The results, if they are already known.
    ///   - showsVideos: Whether videos of the exercises are available.
    public init(
      challenge: Challenge, isNew: Bool = false, plan: TrainingPlan? = nil,
      results: Results? = nil, showsVideos: Bool = true
    ) {
      self.challenge = challenge
      self.isNew = isNew
      id = challenge.id
      @SharedReader(.settings) var settings
      variation = challenge.variation(in: settings.variationScales)
      self.results = isNew ? Results(participantCount: 0) : results
      exercise = showsVideos ? challenge.exercise : nil
      self.plan = Plan.State(challenge: challenge, plan: plan)
    }
  }

  /// The results of the person and the number of participants.
  public struct Results: Equatable, Sendable {
    public var best: Workout?
    /// The best workout of those that were counted live, if it isn't ``best``.
    public var liveBest: Workout?
    public var last: Workout?
    /// The number of people with a result.
    public var participantCount: Int
    /// The latest workouts with a score, earliest first.
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
      case startButtonTapped
      case raceButtonTapped
      case nextSessionButtonTapped
      case testButtonTapped
      case planButtonTapped
      case undoButtonTapped
      case playVideoButtonTapped
      case variationMoved(by: Int)
      case nextSetButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Stop the video, because another screen replaces the challenge.
      case disappear
      /// Start the next session of the training plan.
      case startNextSession
      /// Start a workout, or a race if a ghost is given.
      case start(Ghost?)
      /// Restore an unfinished workout.
      case restore(WorkoutDraft, Resumption)
      /// End the current workout and save it.
      case stop
      case changeScenePhase(ScenePhase)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      case workoutDeleted
      case rest(RestRequest)
      /// The challenge is a strength session, which has another screen.
      case sessionRequested(StrengthPlan)
      /// Show this challenge instead, or the one with the same routine.
      case variationRequested(Challenge)
      /// The challenge of this page, which was new, has been stored.
      case challengeAdded
      /// The training plan was changed, or a set of it was recorded.
      case planChanged
      /// A workout could not be saved. A file contains it.
      case workoutLeftUnsaved(UnsavedWorkout)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case videoFrameElapsed
      /// The previous set is closed.
      case nextSetReady(PlannedSet)
      case resultsResponse(Result<Results, Failure>)
      /// A new challenge was stored, and its first workout starts.
      case addResponse(Result<Challenge, Failure>, WorkoutPurpose?)
      case plan(Plan.Action)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case results, video }

  @Dependency(\.challenges) var challenges
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
    .explainingErrors(\.destination, action: \.destination.presented.errorSheet) { load($0) }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
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
      return .merge(.recordUse(of: .plan), setVideoPlaying(false, &state))

    case .undoButtonTapped:
      guard let draft = state.discarded else { return .none }
      return restore(draft, .paused, &state)

    case .playVideoButtonTapped:
      return setVideoPlaying(!state.isVideoPlaying, &state)

    case .variationMoved(let offset):
      guard let challenge = state.variation(by: offset) else { return .none }
      return .send(.delegate(.variationRequested(challenge)))

    case .nextSetButtonTapped:
      return closeSavedSet(&state)

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      return load(state)

    case .disappear:
      return setVideoPlaying(false, &state)

    case .startNextSession:
      return startNextSession(&state)

    case .start(let ghost):
      return .merge(
        .recordUse(of: ghost == nil ? .workoutTimer : .ghostRace), start(against: ghost, &state))

    case .restore(let draft, let resumption):
      return restore(draft, resumption, &state)

    case .stop:
      guard state.activeWorkout?.isUnsaved == true else { return .none }
      return sendToWorkout(.stop)

    case .changeScenePhase(let phase):
      guard state.activeWorkout != nil else { return updateVideo(phase, &state) }
      return sendToWorkout(.changeScenePhase(phase))
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

    case .addResponse(let response, let purpose):
      return reduce(&state, addResponse: response, for: purpose)

    case .plan(.delegate(.failed(let failure))):
      state.explain(failure)
      return .none

    case .plan(.delegate(.workoutRequested(let purpose))):
      return start(for: purpose, &state)

    case .plan(.delegate(.changed)):
      return .send(.delegate(.planChanged))

    case .destination(.presented(.activeWorkout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .plan, .destination:
      return .none
    }
  }

  private func reduce(
    _ state: inout State, workout action: WorkoutTimer.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .saved(let saved):
      // The results are still those from before this workout.
      let comparison = state.comparedWorkout(for: saved).map { sendToWorkout(.compare($0)) }
      return .merge(
        comparison ?? .none, loadResults(of: state.challenge),
        .send(.delegate(.workoutSaved(saved))),
        recordInPlan(saved, state))

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
      if state.activeWorkout?.isSavedForPlan == true { state.plan.show(today: now.localDay) }
      state.destination = nil
      return .none
    }
  }

  func sendToWorkout(_ command: WorkoutTimer.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.activeWorkout(.command(command))))))
  }

  func load(_ state: State) -> Effect<Action> {
    guard !state.isNew else { return .none }
    return .merge(
      loadResults(of: state.challenge), .send(._internal(.plan(.command(.appear)))))
  }

  private func startNextSession(_ state: inout State) -> Effect<Action> {
    guard let purpose = state.plan.nextWorkout(today: now.localDay) else { return .none }
    return start(for: purpose, &state)
  }

  func start(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    if purpose == nil, let plan = state.challenge.strengthPlan {
      return .send(.delegate(.sessionRequested(plan)))
    }
    guard !state.isNew else { return addChallenge(for: purpose, &state) }
    state.discarded = nil
    state.destination = .activeWorkout(state.workout(against: ghost, for: purpose))
    return .merge(setVideoPlaying(false, &state), sendToWorkout(.start))
  }

  private func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    state.discarded = nil
    let purpose = state.purpose(of: draft)
    state.destination = .activeWorkout(state.workout(against: draft.ghost, for: purpose))
    return .merge(setVideoPlaying(false, &state), sendToWorkout(.restore(draft, resumption)))
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
  /// Reads the results of a challenge.
  ///
  /// - Throws: ``ExplainedError``.
  init(of challenge: Challenge, from workouts: WorkoutsClient) async throws {
    best = try await workouts.best(challenge: challenge.id)
    if let best, !best.provenance.isLive {
      liveBest = try await workouts.liveBest(challenge: challenge.id)
    }
    last = try await workouts.last(challenge: challenge.id)
    participantCount = try await workouts.participantCount(challenge: challenge.id)
    progress = ChallengeDetail.Attempt.attempts(
      in: try await workouts.history(
        challenge: challenge.id, after: nil, limit: ChallengeDetail.Attempt.maxCount),
      of: challenge, best: best?.id)
  }
}

extension ChallengeDetail.State {
  /// Presents the sheet about a failure to read, unless one about an earlier failure is open.
  fileprivate mutating func explain(_ failure: Failure) {
    // A sheet over a workout would take its keys.
    guard destination == nil else { return }
    destination = .errorSheet(
      ErrorHandling.State(
        failure, dataStatus: "Your workouts are unchanged, and you can still start.",
        canRetry: true))
  }
}
