import Clients
import FoundationEssentials
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A workout from its start until it is saved and the following rest has ended.
///
/// It has one of two kinds of content: reps that are counted while the clock runs, or the sets of a strength session
/// (``Lifting``). The content determines the keys and screens. Start, checkpoints, the question before leaving, saving,
/// discarding, restoring and resting are the same for both.
///
/// Durations of ticks are never added up. The state has the clock's time at which the workout would have started
/// without pauses, and each tick reads the clock. So late ticks, a suspended process or a sleeping machine cause no
/// timing error.
@Reducer
public struct WorkoutTimer {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The challenge; in a strength session ``Challenge/strength``.
    public let challenge: Challenge
    public var options: WorkoutOptions
    /// The earlier workout to race against, if any.
    public let ghost: Ghost?
    /// The others in a live race, as they are shown; `nil` without a live race.
    public var rivals: [RaceStanding]?
    /// The workout's role in a training plan, if any.
    public let purpose: WorkoutPurpose?
    /// The time at which the workout ends automatically. Each tick reads it, so it is computed once.
    let timeLimit: Duration?
    /// The sets of a strength session; `nil` in a workout whose reps are counted.
    public internal(set) var lifting: Lifting?

    public var phase = Phase.ready
    /// The identifier and the start, once the workout has started.
    public internal(set) var start: Start?
    /// The rest after the last set. It continues while the next set of a session is typed, and on other screens.
    public var rest: Rest?
    /// The failure of the last attempt to store the workout.
    public internal(set) var failure: Failure?
    /// The failure of the last cue whose command failed.
    public internal(set) var cueFailure: Failure?
    /// The sheet about a failure. It isn't shown over a running workout, because it would receive the workout's keys.
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    @Presents public internal(set) var destination: Destination.State?
    /// Whether floor mode is on: the digits fill the screen, and any key counts a rep.
    public internal(set) var isOnFloor = false
    /// Whether the terminal has the focus; `true` if it doesn't report the focus.
    var isActive = true
    /// Whether the screen closes as soon as a file contains the workout that could not be saved.
    var isLeavingUnsaved = false

    // MARK: Values of the clock and of reps, stored outside the phase so that a tick changes them in place

    /// The events so far; in a strength session ``Lifting`` has them.
    public internal(set) var log = WorkoutLog()
    /// The time worked, without pauses, as of the last tick or, in a session, as of the last set.
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
    /// The time worked in tenths of a second, for views that need nothing finer: nine of ten ticks don't notify them.
    private(set) var elapsedTenths: Int64 = 0
    /// The current pace in reps per minute; `nil` if it is undefined. It is stored, because it rarely changes.
    private(set) var pace: Int?
    /// The reps that determine the pace, stored so that a tick doesn't read the log.
    @ObservationStateIgnored private var recentReps: RepLog.RecentReps?
    /// The time on the clock at which the workout would have started without pauses.
    var origin = Duration.zero
    /// The position in the sets and rounds; `nil` in a single set.
    var cursor: RoutineCursor?
    /// The time at which the clock gives a cue or changes the position. A tick reads it instead of the whole position.
    @ObservationStateIgnored var nextEvent = Duration.zero
    /// The next cue, once it is due.
    @ObservationStateIgnored var dueCue: DueCue?
    /// The parts skipped since the workout was started or restored.
    var skippedParts: [SkippedPart] = []
    /// The time on the clock of the last press of the key that skips.
    var lastSkipInstant: Duration?
    /// The recent events of the keys that count reps.
    var heldKeys = HeldKeyFilter()
    /// The reason why the last press of a key that counts, starts or stops had no effect.
    var ignoredPress: IgnoredPress?
    /// The period after a start or stop in which the same keys don't stop or start the workout again.
    var quietPeriod: QuietPeriod?

    /// Creates a workout whose reps are counted.
    ///
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

    /// Creates a strength session.
    public init(_ start: StrengthStart) {
      challenge = .strength
      options = WorkoutOptions()
      (ghost, purpose, timeLimit) = (nil, nil, nil)
      lifting = Lifting(start)
    }

    /// Updates the recent reps from the log, and the pace.
    mutating func updateRecentReps() {
      let start = cursor == nil ? .zero : cursor?.paceStart
      recentReps =
        isHold ? nil : start.flatMap { log.reps.recentReps(through: lastInstant, since: $0) }
      updatePace()
    }

    /// Updates the pace from the recent reps and the elapsed time.
    mutating func updatePace() {
      let rounded = recentReps?.pace(at: preciseTime).map { Int($0.rounded()) }
      if rounded != pace { pace = rounded }
    }
  }

  public enum Phase: Equatable, Sendable {
    case ready
    case countingDown(Countdown)
    case running
    case paused(Pause)
    /// Esc was pressed, and the question whether to save or discard the workout is open.
    case asking(LeaveQuestion)
    case saving
    /// The workout is being discarded. If that fails, it is paused.
    case discarding(Pause)
    case saved(Finished)
    /// Saving failed and is retried periodically.
    case notSaved(UnsavedWorkout)
    /// The screen is closed, and other screens show the rest.
    case resting
  }

  /// The identifier and the start of a workout.
  public struct Start: Equatable, Sendable {
    public let id: Workout.ID
    /// The wall clock's time.
    let time: Date
    /// The offset from UTC of a restored workout in seconds; `nil` for the offset of the system's time zone.
    var utcOffset: Int?
  }

  /// A countdown before a workout starts or resumes.
  public struct Countdown: Equatable, Sendable {
    /// The time on the clock at which it ends.
    let end: Duration
    /// The remaining time in whole seconds.
    var remaining: Int
  }

  /// The current pause of a workout.
  public struct Pause: Equatable, Sendable {
    /// The time on the clock at which it began, which may be before the workout was restored.
    let start: Duration
    /// Whether the pause key began it, perhaps by accident.
    var isByKey = false
    /// The running countdown before the workout resumes, if any.
    public internal(set) var countdown: Countdown?
  }

  /// The question before a workout is left.
  public struct LeaveQuestion: Equatable, Sendable {
    /// The pause in which it was asked; `nil` while the clock runs.
    var pause: Pause?
    /// The time of a hold if the person saves it.
    var holdEnd: Duration?
  }

  /// A saved workout on the screen.
  public struct Finished: Equatable, Sendable {
    public internal(set) var saved: SavedWorkout
    /// The workout whose trace is drawn behind the trace of this workout.
    var comparedWorkout: Ghost?
    /// The change of the workout that is being written or has failed.
    var change: Change?

    enum Change: Equatable, Sendable {
      case note
      case deletion
      /// The note could not be written. The workout contains it, for a retry.
      case failedNote(Workout)
    }

    public init(_ saved: SavedWorkout) { self.saved = saved }
  }

  /// A screen over the workout: the form for the note on a saved workout, or the list of exercises of a session.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case noteEditor(WorkoutEditor)
    case exercisePicker(Picker)
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
      /// The key that ends the rest was pressed on another screen.
      case endRestButtonTapped
      case nextSetButtonTapped
      case noteButtonTapped
      case lifting(Lift)
    }

    /// A key of a strength session.
    @CasePathable
    public enum Lift: Sendable {
      case entryEdited(TextEdit)
      case entryCleared
      case saveSetButtonTapped
      case unitChosen(Weight.Unit)
      case unitQuestionClosed
      case selectionMoved(by: Int)
      case editSetButtonTapped
      case deleteSetButtonTapped
      case warmUpButtonTapped
      case bodyButtonTapped
      case exerciseButtonTapped
      case nextButtonTapped
      case variationMoved(by: Int)
      case undoButtonTapped
    }

    @CasePathable
    public indirect enum Command: Equatable, Sendable {
      case start
      /// Start at a time on the clock, which a live race has decided. It may be in the past.
      case startRace(at: Duration)
      /// End the workout and save it.
      case stop
      /// Restore an unfinished workout.
      case restore(WorkoutDraft, Resumption)
      case changeScenePhase(ScenePhase)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// A rep of a live race was counted or removed.
      case repsChanged
      case saved(SavedWorkout)
      /// The workout was discarded. The parent can restore it from the draft.
      case discarded(WorkoutDraft)
      /// The person has left a workout that could not be saved. A file contains it.
      case leftUnsaved(UnsavedWorkout)
      /// A workout that was saved without a score was deleted.
      case deleted
      /// The person has left the screen, or the rest that other screens show is over.
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case countdownTick
      /// The period in which a press had no effect is over.
      case quietPeriodEnded
      case timerTick
      case restTick
      /// Other screens no longer show that the rest is over.
      case restNoticeExpired
      case checkpointSucceeded
      case checkpointFailed(Failure)
      case cueFailed(Failure)
      case discardResponse(Result<Workout.ID, Failure>)
      case deleteResponse(Result<Workout.ID, Failure>)
      case finishResponse(Result<SavedWorkout, UnsavedWorkout>)
      case noteResponse(Result<History.Change, FailedRequest<Workout>>)
      case exercisesResponse(Result<[StrengthExercise], Failure>)
      case bodyWeightResponse(Result<Weight?, Failure>)
      case historyResponse(exercise: String, Result<StrengthHistory, Failure>)
      case destination(PresentationAction<Destination.Action>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case countdown, timer, saving, quietPeriod, rest, savingRest, exercises }

  /// The interval at which a running workout reads the clock.
  public static let tickInterval = Duration.milliseconds(10)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime
  @Dependency(\.date.now) var now
  @Dependency(\.today) var today
  @Dependency(\.uuid) var uuid
  @Dependency(\.workouts) var workouts
  @Dependency(\.strength) var strength
  @Dependency(\.settings) var settingsClient
  @Shared(.settings) var settings

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      // A tick skips this check: it replaces no message, and the end of the workout cancels the message's timer.
      if case ._internal(.timerTick) = action { return reduce(&state, action) }
      let wasQuiet = state.isQuiet
      let reps = state.rivals == nil ? nil : state.log.reps
      var effect = reduce(&state, action)
      if let reps, reps != state.log.reps {
        effect = .merge(effect, .send(.delegate(.repsChanged)))
      }
      return wasQuiet && !state.isQuiet ? .merge(cancelMessage(), effect) : effect
    }
    .ifLet(\.$destination, action: \.destination)
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { retry(&$0) }
  }

  private func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .view(let action): reduce(&state, view: action)
    case .command(let command): reduce(&state, command: command)
    case ._internal(let action): reduce(&state, internal: action)
    case .delegate: .none
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      return start(&state)

    case .repKeyPressed(let key):
      return press(key, &state)

    case .keyRepeated(let key):
      state.heldKeys.recordRepeat(key, at: uptime)
      return .none

    case .keyReleased(let key):
      state.heldKeys.release(key, at: uptime)
      return .none

    case .decrementRepTapped:
      return removeRep(&state)

    case .skipButtonTapped:
      return skip(&state)

    case .undoSkipButtonTapped:
      return undoSkip(&state)

    case .pauseButtonTapped:
      return togglePause(&state)

    case .floorButtonTapped:
      state.isOnFloor.toggle()
      return state.isOnFloor ? .recordUse(of: .floorMode) : .none

    case .stopButtonTapped:
      return stopByKey(&state)

    case .saveButtonTapped:
      return stop(&state)

    case .leaveButtonTapped:
      return state.isUnderWay ? askToLeave(&state) : leave(&state)

    case .backKeyPressed(.enter):
      return afterQuietPeriod(&state) { leave(&$0) }

    case .backKeyPressed:
      return leave(&state)

    case .stayButtonTapped:
      state.closeLeaveQuestion()
      return .none

    case .discardButtonTapped:
      return discard(&state)

    case .deleteButtonTapped:
      return deleteSaved(&state)

    case .restButtonTapped:
      return toggleRest(&state)

    case .endRestButtonTapped:
      return endRest(&state)

    case .nextSetButtonTapped:
      return afterQuietPeriod(&state) { startNextSet(&$0) }

    case .noteButtonTapped:
      return editNote(&state)

    case .lifting(let action):
      return reduce(&state, lifting: action)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .start:
      return .merge(cancelMessage(), start(&state))

    case .startRace(let start):
      return .merge(cancelMessage(), startRace(&state, at: start))

    case .stop:
      return stop(&state)

    case .restore(let draft, let resumption):
      return .merge(cancelMessage(), restore(draft, resumption, &state))

    case .changeScenePhase(.background):
      state.resignActive()
      // A live race starts without those who are away; they lose the time.
      return state.rivals == nil ? cancelCountdown(&state) : .none

    case .changeScenePhase(.active):
      state.isActive = true
      // The time in the background counts.
      return .merge(updateRest(&state), updateElapsedTimeIfRunning(&state))

    case .changeScenePhase(.inactive):
      state.resignActive()
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .timerTick:
      guard state.isRunning else { return .none }
      return tick(&state)

    case .countdownTick:
      return updateCountdown(&state)

    case .restTick:
      return updateRest(&state)

    case .restNoticeExpired:
      return hideEndOfRest(&state)

    case .quietPeriodEnded:
      if state.isQuiet { state.ignoredPress = nil }
      return .none

    case .checkpointSucceeded:
      state.failure = nil
      return .none

    case .checkpointFailed(let failure):
      state.failure = failure
      return .none

    case .cueFailed(let failure):
      state.cueFailure = failure
      return .none

    case .discardResponse(let response):
      return reduce(&state, discardResponse: response)

    case .deleteResponse(let response):
      return reduce(&state, deleteResponse: response)

    case .finishResponse(let response):
      return reduce(&state, finishResponse: response)

    case .noteResponse(let response):
      return reduce(&state, noteResponse: response)

    case .exercisesResponse(.success(let exercises)):
      state.lifting?.knownExercises = exercises
      state.lifting?.readFailure = nil
      if state.destination?.exercisePicker != nil {
        state.destination?.modify(\.exercisePicker) { $0.choices = .exercises(exercises) }
      }
      return .none

    case .bodyWeightResponse(.success(let weight)):
      if state.lifting?.body == nil { state.lifting?.body = weight }
      return .none

    case .historyResponse(let exercise, .success(let history)):
      state.lifting?.histories[exercise.nameKey] = history
      state.lifting?.readFailure = nil
      return .none

    case .exercisesResponse(.failure(let failure)), .bodyWeightResponse(.failure(let failure)),
      .historyResponse(_, .failure(let failure)):
      // Sets can be entered without knowing the earlier sessions.
      state.lifting?.readFailure = failure
      return .none

    case .destination(.presented(.noteEditor(.delegate(let action)))):
      return reduce(&state, noteEditor: action)

    case .destination(.presented(.exercisePicker(.delegate(let action)))):
      return reduce(&state, exercisePicker: action)

    case .destination, .errorSheet:
      return .none
    }
  }
}
