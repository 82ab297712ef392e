import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

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
    /// The position of an exercise on its scale of variations, if there is such a scale.
    let variation: VariationPosition?
    /// The person's best results in the other variations of the challenge, by the names of the variations.
    public internal(set) var variationBests: [String: String] = [:]
    public internal(set) var results: Results?
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    public internal(set) var plan: Plan.State
    /// Whether the person has joined a group, and the challenge is known to its server.
    public internal(set) var canRace = false

    /// The person's best workout as an opponent, or the best live one if the best has no rep times.
    public var ghost: Ghost? {
      guard challenge.scoring.countsReps, let results else { return nil }
      let opponents = [(Ghost.yourBest, results.best), (Ghost.yourLiveBest, results.liveBest)]
      for case (let name, let workout?) in opponents where workout.hasRecordedRepTimes {
        return Ghost(name: name, workout)
      }
      return nil
    }

    /// Whether the opponent is the best live workout instead of the best workout.
    var isGhostLiveBest: Bool { ghost?.name == Ghost.yourLiveBest }

    /// The identity of the page, which stays the same when a new challenge is stored.
    public let id: Challenge.ID

    var options: WorkoutOptions { WorkoutOptions(settings) }

    /// The last discarded workout, as long as it can be restored.
    public internal(set) var discarded: WorkoutDraft?
    @SharedReader(.settings) var settings
    /// The exercise that the video shows, if there is a video.
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

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case startButtonTapped
      case raceButtonTapped
      case liveRaceButtonTapped
      case nextSessionButtonTapped
      case testButtonTapped
      case planButtonTapped
      case undoButtonTapped
      case playVideoButtonTapped
      case variationMoved(by: Int)
      case closeButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Stop the video, because another screen replaces the challenge.
      case disappear
      /// Show the results and the training plan after a workout.
      case recordWorkout(SavedWorkout, WorkoutPurpose?)
      case changeScenePhase(ScenePhase)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// Show a workout, and send it a command.
      case workoutRequested(WorkoutTimer.State, WorkoutTimer.Action.Command)
      /// Show this challenge instead, or the stored one with the same routine.
      case variationRequested(Challenge)
      /// Race with members of the person's groups.
      case liveRaceRequested
      /// The challenge of this page, which was new, has been stored.
      case challengeAdded
      /// The training plan was changed, or one of its sets was recorded.
      case planChanged
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case videoFrameElapsed
      case resultsResponse(Result<Results, Failure>)
      /// A new challenge was stored, and its first workout starts.
      case addResponse(Result<Challenge, Failure>, WorkoutPurpose?)
      case plan(Plan.Action)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
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
  @Dependency(\.today) var today

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
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { load($0) }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      return .merge(.recordUse(of: .workoutTimer), start(&state))

    case .raceButtonTapped:
      guard let ghost = state.ghost else { return .none }
      return .merge(.recordUse(of: .ghostRace), start(against: ghost, &state))

    case .liveRaceButtonTapped:
      return .merge(setVideoPlaying(false, &state), .send(.delegate(.liveRaceRequested)))

    case .nextSessionButtonTapped:
      guard let purpose = state.plan.nextWorkout(today: today) else { return .none }
      return .merge(.recordUse(of: .plan), start(for: purpose, &state))

    case .testButtonTapped:
      return .merge(.recordUse(of: .plan), start(for: .test, &state))

    case .planButtonTapped:
      state.plan.show(today: today)
      return .merge(.recordUse(of: .plan), setVideoPlaying(false, &state))

    case .undoButtonTapped:
      guard let draft = state.discarded else { return .none }
      return show(state.workout(restoring: draft), .restore(draft, .paused), &state)

    case .playVideoButtonTapped:
      return setVideoPlaying(!state.isVideoPlaying, &state)

    case .variationMoved(let offset):
      guard let challenge = state.variation(by: offset) else { return .none }
      return .send(.delegate(.variationRequested(challenge)))

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

    case .recordWorkout(let saved, let purpose):
      let recorded = purpose.map {
        Effect<Action>.send(._internal(.plan(.command(.record(saved, $0)))))
      }
      return .merge(loadResults(of: state.challenge), recorded ?? .none)

    case .changeScenePhase(let phase):
      return updateVideo(phase, &state)
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .videoFrameElapsed:
      state.showNextVideoFrame()
      return .none

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

    case .plan, .errorSheet:
      return .none
    }
  }

  func load(_ state: State) -> Effect<Action> {
    guard !state.isNew else { return .none }
    return .merge(
      loadResults(of: state.challenge), .send(._internal(.plan(.command(.appear)))))
  }

  func start(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil, _ state: inout State
  ) -> Effect<Action> {
    if purpose == nil, let plan = state.challenge.strengthPlan {
      return .send(.delegate(.workoutRequested(WorkoutTimer.State(.plan(plan)), .start)))
    }
    guard !state.isNew else { return addChallenge(for: purpose, &state) }
    return show(state.workout(against: ghost, for: purpose), .start, &state)
  }

  private func show(
    _ workout: WorkoutTimer.State, _ command: WorkoutTimer.Action.Command, _ state: inout State
  ) -> Effect<Action> {
    state.discarded = nil
    return .merge(
      setVideoPlaying(false, &state), .send(.delegate(.workoutRequested(workout, command))))
  }

  private func loadResults(of challenge: Challenge) -> Effect<Action> {
    .request(CancelID.results) {
      try await ChallengeDetail.Results(of: challenge, from: workouts)
    } response: {
      ._internal(.resultsResponse($0))
    }
  }
}

extension ChallengeDetail.State {
  /// Presents the sheet about a failure to read, unless one about an earlier failure is open.
  fileprivate mutating func explain(_ failure: Failure) {
    guard errorSheet == nil else { return }
    errorSheet = ErrorHandling.State(
      failure, dataStatus: "Your workouts are unchanged, and you can still start one.",
      canRetry: true)
  }

  /// Shows the challenge again after its workout, and its plan if the workout belongs to the plan.
  ///
  /// - Parameter discarded: The workout, if it was discarded.
  mutating func show(after workout: WorkoutTimer.State, discarded: WorkoutDraft?, today: Int64) {
    // Removes a sheet about a failure during the workout: a late key press could answer it. The page shows the failure.
    errorSheet = nil
    if workout.isSavedForPlan { plan.show(today: today) }
    guard let discarded else { return }
    self.discarded = discarded
    plan.isShown = false
  }

  /// Whether the plan, or the sheet about its failure, is on the screen.
  var isShowingPlan: Bool { errorSheet == nil && (plan.isShown || plan.errorSheet != nil) }

  /// Returns the state of a restored workout. Its purpose is `nil` if its plan no longer exists.
  func workout(restoring draft: WorkoutDraft) -> WorkoutTimer.State {
    let purpose: WorkoutPurpose? =
      switch draft.purpose {
      case .test: .test
      case .set(let number, let session):
        plan.plan?.set(number, ofSession: session).map { .set($0) }
      case .plan, nil: nil
      }
    return workout(against: draft.ghost, for: purpose)
  }

  /// Returns the state of a new workout of this challenge, with the options for its purpose.
  func workout(
    against ghost: Ghost? = nil, for purpose: WorkoutPurpose? = nil
  ) -> WorkoutTimer.State {
    if case .set(let set) = purpose {
      return WorkoutTimer.State(planned: set, of: challenge, settings: settings)
    }
    return WorkoutTimer.State(
      challenge: challenge, options: options, ghost: ghost, purpose: purpose)
  }
}

// MARK: - Keys

extension ChallengeDetail {
  /// The keys of a challenge's page and of its plan.
  public static let keys =
    (Plan.keys.pullback(
      state: { $0.isShowingPlan ? $0.plan : nil }, action: { ._internal(.plan($0)) })
    + ownKeys.section("A challenge").map(Action.view).when { !$0.isShowingPlan })
    .explainingErrors(\.errorSheet, action: \.errorSheet.presented)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(["u"], "undo discard", .undoButtonTapped, when: { $0.discarded != nil }),
    .init(["s", .enter], "start", .startButtonTapped),
    .init([.escape], "back", .closeButtonTapped),
    .init(
      ["g"], "race your live best", .raceButtonTapped, name: "race-your-best",
      when: \.isGhostLiveBest),
    .init(["g"], "race your best", .raceButtonTapped, when: { $0.ghost != nil }),
    .init(["G"], "race live", .liveRaceButtonTapped, when: \.canRace),
    .init(["n"], "next session", .nextSessionButtonTapped, when: { $0.plan.plan != nil }),
    .init(["t"], "test", .testButtonTapped, when: { $0.challenge.strengthPlan == nil }),
    .init(["l"], "your plan", .planButtonTapped, when: \.plan.canShow),
    .init(
      [.left], "easier", .variationMoved(by: -1), pair: variation,
      when: { $0.hasVariation(by: -1) }),
    .init(
      [.right], "harder", .variationMoved(by: 1), pair: variation,
      when: { $0.hasVariation(by: 1) }),
    .init(
      ["v"], "watch", .playVideoButtonTapped, name: "video",
      when: { $0.exercise != nil && !$0.isVideoPlaying }),
    .init(["p"], "pause", .playVideoButtonTapped, name: "video", when: \.isVideoPlaying),
  ]

  private static let variation = KeyPair("easier/harder")
}

// MARK: - Variations

// The easier and harder variations of the challenge. Each is a separate challenge with its own results. It is
// stored when its first workout starts.
extension ChallengeDetail {
  /// Stores a new challenge before its first workout.
  func addChallenge(for purpose: WorkoutPurpose?, _ state: inout State) -> Effect<Action> {
    guard !state.isAdding else { return .none }
    state.isAdding = true
    return .run { [challenge = state.challenge] send in
      let response = await outcome { try await challenges.findOrAdd(challenge: challenge) }
      await send(._internal(.addResponse(response, purpose)))
    }
  }

  func reduce(
    _ state: inout State, addResponse response: Result<Challenge, Failure>,
    for purpose: WorkoutPurpose?
  ) -> Effect<Action> {
    state.isAdding = false
    switch response {
    case .success(let challenge):
      state.challenge = challenge
      state.isNew = false
      state.plan = Plan.State(challenge: challenge, plan: nil)
      return .merge(
        .send(.delegate(.challengeAdded)), load(state), start(for: purpose, &state))
    case .failure(let failure):
      state.errorSheet = ErrorHandling.State(
        failure, dataStatus: "The challenge isn't saved; your workouts are unchanged.",
        canRetry: false)
      return .none
    }
  }
}

extension ChallengeDetail.State {
  /// Returns the challenge with an easier or harder variation.
  ///
  /// - Parameter offset: The offset, as in ``VariationPosition/neighbor(by:)``.
  /// - Returns: `nil` at an end of the scale, or if the routine would violate a limit.
  func variation(by offset: Int) -> Challenge? {
    guard let variation, let name = variation.neighbor(by: offset) else { return nil }
    return challenge.replacing(variation, with: name)
  }

  func hasVariation(by offset: Int) -> Bool { variation?.neighbor(by: offset) != nil }
}

// MARK: - Video

extension ChallengeDetail {
  /// The duration of a frame.
  static let videoFrameInterval = Duration.milliseconds(350)

  /// Plays the video from the current frame, or pauses it. A paused video has no timer.
  func setVideoPlaying(_ isPlaying: Bool, _ state: inout State) -> Effect<Action> {
    let isPlaying = isPlaying && state.exercise != nil
    state.isVideoInterrupted = false
    guard isPlaying != state.isVideoPlaying else { return .none }
    state.isVideoPlaying = isPlaying
    guard isPlaying else { return .cancel(id: CancelID.video) }
    return .run { send in
      for await _ in clock.timer(interval: Self.videoFrameInterval) {
        await send(._internal(.videoFrameElapsed))
      }
    }
    .cancellable(id: CancelID.video, cancelInFlight: true)
  }

  /// Pauses the video while the program is in the background.
  func updateVideo(_ phase: ScenePhase, _ state: inout State) -> Effect<Action> {
    switch phase {
    case .background where state.isVideoPlaying:
      let stopped = setVideoPlaying(false, &state)
      state.isVideoInterrupted = true
      return stopped
    case .active where state.isVideoInterrupted:
      return setVideoPlaying(true, &state)
    case .active, .inactive, .background:
      return .none
    }
  }
}

extension ChallengeDetail.State {
  /// Shows the next frame. The first one follows the last.
  mutating func showNextVideoFrame() {
    guard let exercise, !exercise.frames.isEmpty else { return }
    videoFrame = (videoFrame + 1) % exercise.frames.count
  }
}
