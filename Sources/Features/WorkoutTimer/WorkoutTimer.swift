import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A feature that times a workout and counts its reps.
///
/// Durations of ticks are never added up. The state has the clock's time at which the workout would have started
/// without pauses, and each tick reads the clock. So late ticks, a suspended process or a sleeping machine cause no
/// error.
@Reducer
public struct WorkoutTimer {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let challenge: Challenge
    public var options: WorkoutOptions
    public internal(set) var phase = Phase.idle
    /// The instants of the reps so far.
    public internal(set) var log = RepLog()
    /// The time worked without pauses, as of the last tick.
    public internal(set) var elapsedTime: Duration {
      get { preciseTime }
      set {
        preciseTime = newValue
        let tenths = newValue.wholeTenths
        guard tenths != elapsedTenths else { return }
        elapsedTenths = tenths
        updatePace()
      }
    }
    private var preciseTime = Duration.zero
    /// The time worked in whole tenths of a second, for views that need no more: nine of ten ticks don't notify them.
    private(set) var elapsedTenths: Int64 = 0
    /// The current pace in reps a minute; `nil` where it means nothing. It is stored, because it changes seldom.
    private(set) var pace: Int?
    /// The wall clock's time at which the workout started.
    public internal(set) var startTime: Date?
    /// The offset from UTC at the start of a restored workout, in seconds; `nil` for that of the time zone of the system.
    var utcOffset: Int?
    /// The wall clock's time at which the program went to the background, while it is there.
    public internal(set) var backgroundTime: Date?
    /// Whether the terminal has the focus, if it reports that.
    var isActive = true
    /// Whether Esc was pressed and the question what to do is open.
    public internal(set) var isAskingToLeave = false
    /// Whether the screen closes as soon as a file contains the workout that could not be saved.
    var isLeavingUnsaved = false
    /// Whether floor mode is on: the digits fill the screen, and any key counts a rep.
    public internal(set) var isOnFloor = false
    /// The rest after the last set, if one is running.
    @SharedReader(.rest) public var rest: Rest?
    /// The countdown before a paused workout resumes, while it is running.
    public internal(set) var resumeCountdown: ResumeCountdown?
    /// The time on the clock at which the workout was paused.
    var pauseInstant: Duration?
    /// Whether the workout was resumed after a pause, or restored.
    var wasPaused = false
    /// The time on the clock at which the current pause began, also before the workout was restored.
    var pauseStart: Duration?
    /// The pauses that have ended.
    public internal(set) var pauses = PauseLog()
    /// The instants at which sets, rests or rounds were skipped.
    public internal(set) var skips = SkipLog()
    /// The position in the sets and rounds; `nil` in a single set.
    var cursor: RoutineCursor?
    /// The time at which the clock gives a cue or changes the position. Each tick reads it instead of the whole position.
    @ObservationStateIgnored var nextEvent = Duration.zero
    /// The cue that isn't given yet.
    @ObservationStateIgnored var dueCue: DueCue?
    /// The failure of the last cue whose command failed.
    public internal(set) var cueFailure: Failure?
    /// The parts skipped since the workout was started or restored.
    var skippedParts: [SkippedPart] = []
    /// The time on the clock of the last press of the key that skips.
    var lastSkipInstant: Duration?
    /// The failure of the last attempt to store reps, if it failed.
    public internal(set) var failure: Failure?
    /// The sheet about a failure. A running workout presents none, because it would receive the workout's keys.
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// The form for the note on a saved workout.
    @Presents public internal(set) var noteEditor: WorkoutEditor.State?
    /// Whether the note is being written. The form stays until then.
    var isSavingNote = false
    /// The workout with the note that could not be written, for another attempt.
    var unsavedNote: Workout?
    /// The earlier workout to race against, if any.
    public let ghost: Ghost?
    /// The workout whose trace is drawn behind that of the saved one.
    var comparedWorkout: Ghost?
    /// The workout's role in a training plan, if any.
    public let purpose: WorkoutPurpose?
    /// The time at which the workout ends automatically. Each tick reads it, so it is computed once.
    let timeLimit: Duration?
    /// The workout's identifier, once it has started.
    var id: Workout.ID?
    /// The time on the clock at which the workout would have started without pauses.
    var origin = Duration.zero

    /// The recent events of the keys that count reps.
    var heldKeys = HeldKeyFilter()
    /// The reason why the last press of a key that counts, starts or stops did nothing, if it did nothing.
    var ignoredPress: IgnoredPress?
    /// The time after a start or stop in which the same keys don't stop or start it again.
    var quietPeriod: QuietPeriod?
    /// The time of a hold if the person saves it, while the question is open.
    var holdEnd: Duration?
    /// Whether a saved workout that has no score is being deleted.
    var isDeleting = false

    /// - Parameters:
    ///   - ghost: An earlier workout to race against.
    ///   - purpose: The workout's role in a training plan, if any.
    public init(
      challenge: Challenge, options: WorkoutOptions = WorkoutOptions(), ghost: Ghost? = nil,
      purpose: WorkoutPurpose? = nil
    ) {
      self.purpose = purpose
      self.ghost = ghost
      self.challenge = challenge
      timeLimit =
        if case .set(let set) = purpose, case .hold(let seconds) = set.session.amount {
          .seconds(seconds)
        } else {
          challenge.timeLimit
        }
      self.options = options
      if challenge.hasRounds, set == nil {
        cursor = RoutineCursor(challenge.routine)
      }
      scheduleEvent()
    }

    /// Updates the pace to the reps and the time.
    mutating func updatePace() {
      let start = cursor == nil ? .zero : cursor?.paceStart
      let current = isHold ? nil : start.flatMap { log.recentPace(at: preciseTime, since: $0) }
      let rounded = current.map { Int($0.rounded()) }
      if rounded != pace { pace = rounded }
    }

    public var repCount: Int { log.count - (cursor?.distanceCount ?? 0) }
    public var isRunning: Bool { phase == .running }
    public var isPaused: Bool { phase == .paused }

    /// Whether the end of the workout, a note or a deletion is being written.
    public var isSaving: Bool {
      phase == .saving || phase == .discarding || isSavingNote || isDeleting
    }

    /// Whether typed letters go into the note.
    public var isTyping: Bool { noteEditor != nil && errorSheet == nil }

    /// Whether the workout is running or paused, so that leaving would end it.
    public var isUnderWay: Bool { phase == .running || phase == .paused }

    /// Whether the workout must be saved before the program ends.
    public var isUnsaved: Bool { isUnderWay || isNotSaved }
  }

  /// A phase of a workout.
  public enum Phase: Equatable, Sendable {
    case idle
    /// Counting down. The workout starts when the clock shows `start`.
    case preparing(start: Duration, remaining: Int)
    case running
    case paused
    case saving
    case discarding
    case saved(SavedWorkout)
    /// Saving failed and is retried periodically.
    case notSaved(UnsavedWorkout)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      case startButtonTapped
      case stopButtonTapped
      case pauseButtonTapped
      case floorButtonTapped
      /// A key that counts reps was pressed, or repeats because it is held.
      case repKeyPressed(Key)
      /// The terminal reported the repeat of a held key.
      case keyRepeated(Key)
      case keyReleased(Key)
      case decrementRepTapped
      case skipButtonTapped
      case undoSkipButtonTapped
      case leaveButtonTapped
      case stayButtonTapped
      case saveButtonTapped
      case discardButtonTapped
      /// The key may be one that also counts reps.
      case backKeyPressed(Key)
      case deleteButtonTapped
      case restButtonTapped
      case nextSetButtonTapped
      case noteButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case start
      /// End the workout and save it.
      case stop
      /// Restore an unfinished workout.
      case restore(WorkoutDraft, Resumption)
      /// Draw the trace of another workout behind that of the saved one.
      case compare(Ghost)
      case changeScenePhase(ScenePhase)
      /// Show that a key that starts the next set was pressed too soon.
      case ignoreStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case saved(SavedWorkout)
      /// The workout was discarded. The draft allows undoing that.
      case discarded(WorkoutDraft)
      /// The person has left a workout that could not be saved. A file contains it.
      case leftUnsaved(UnsavedWorkout)
      /// A workout that was saved without a score was deleted.
      case deleted
      case rest(RestRequest)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case countdownTick
      /// A press had no effect, and from now on it would have one.
      case quietPeriodEnded
      case timerTick
      case checkpointSucceeded
      case cueFailed(Failure)
      case checkpointFailed(Failure)
      case discardResponse(Result<Workout.ID, Failure>)
      case deleteResponse(Result<Workout.ID, Failure>)
      case finishResponse(Result<SavedWorkout, UnsavedWorkout>)
      case noteResponse(Result<History.Change, FailedRequest<Workout>>)
      case noteEditor(PresentationAction<WorkoutEditor.Action>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case countdown, timer, saving, quietPeriod }

  /// The interval at which a running workout reads the clock.
  public static let tickInterval = Duration.milliseconds(10)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .ifLet(\.$noteEditor, action: \.noteEditor) { WorkoutEditor() }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { state in
      if let annotated = state.unsavedNote { return saveNote(annotated, &state) }
      if state.isSaved { return deleteSaved(&state) }
      return state.isNotSaved ? finish(&state) : discard(&state)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .start:
      return start(&state)

    case .stop:
      return stop(&state)

    case .restore(let draft, let resumption):
      return restore(draft, resumption, &state)

    case .compare(let workout):
      state.comparedWorkout = workout
      return .none

    case .ignoreStart:
      return afterQuietPeriod(&state) { _ in .none }

    case .changeScenePhase(.background):
      state.backgroundTime = now
      state.resignActive()
      return cancelCountdown(&state)

    case .changeScenePhase(.active):
      state.backgroundTime = nil
      state.isActive = true
      guard state.isRunning else { return .none }
      // The time in the background counts.
      return updateElapsedTime(&state)

    case .changeScenePhase(.inactive):
      state.resignActive()
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .countdownTick:
      return updateCountdown(&state)

    case .quietPeriodEnded:
      if state.isQuiet { state.ignoredPress = nil }
      return .none

    case .timerTick:
      guard state.isRunning else { return .none }
      return tick(&state)

    case .checkpointSucceeded:
      state.failure = nil
      return .none

    case .checkpointFailed(let failure):
      state.failure = failure
      return .none

    case .cueFailed(let failure):
      state.cueFailure = failure
      return .none

    case .discardResponse(.success):
      state.phase = .idle
      state.failure = nil
      return .send(.delegate(state.draft.map { .discarded($0) } ?? .closed))

    case .deleteResponse(let response):
      return reduce(&state, deleteResponse: response)

    case .discardResponse(.failure(let failure)):
      // The workout still exists and can be discarded again.
      state.phase = .paused
      state.errorSheet = ErrorHandling.State(
        failure, dataStatus: "The workout is still open, paused.", canRetry: true)
      return .none

    case .finishResponse(.success(let saved)):
      state.phase = .saved(saved)
      state.failure = nil
      state.errorSheet = nil
      state.isLeavingUnsaved = false
      // There is no rest after a workout without a score.
      let resting = saved.score == nil ? .none : startRest(state)
      return .merge(.send(.delegate(.saved(saved))), resting)

    case .finishResponse(.failure(let unsaved)):
      return showUnsaved(unsaved, &state)

    case .noteResponse(let response):
      return reduce(&state, noteResponse: response)

    case .noteEditor(.presented(.delegate(let action))):
      return reduce(&state, noteEditor: action)

    case .noteEditor, .errorSheet:
      return .none
    }
  }
}
