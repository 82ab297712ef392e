import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// Times a workout and counts its reps.
///
/// No time is ever added up: the state keeps the clock's time at which the running stretch began and what there was
/// before it, and each tick asks the clock. A late tick, a suspended process or a sleeping machine costs nothing.
@Reducer
public struct WorkoutTimer {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let challenge: Challenge
    public var options: WorkoutOptions
    public internal(set) var phase = Phase.idle
    /// The reps so far, each with its instant.
    public internal(set) var log = RepLog()
    /// The time worked, pauses left out, as of the last tick.
    public internal(set) var elapsedTime: Duration {
      get { preciseTime }
      set {
        preciseTime = newValue
        let tenths = newValue.wholeTenths
        if tenths != elapsedTenths { elapsedTenths = tenths }
      }
    }
    private var preciseTime = Duration.zero
    /// The same in whole tenths of a second: for what is not looked at that closely, so that few ticks are news to it.
    private(set) var elapsedTenths: Int64 = 0
    /// When the workout began, by the wall clock.
    public internal(set) var startTime: Date?
    /// When the program lost the person's attention, by the wall clock.
    public internal(set) var backgroundTime: Date?
    /// Whether the program has the person's eyes, as far as the terminal tells.
    var isInFront = true
    /// Whether Esc was pressed and the person is asked what to do.
    public internal(set) var isAskingToLeave = false
    /// Whether the screen closes when a workout that could not be saved is in a file.
    var isLeavingUnsaved = false
    /// Whether the digits fill the screen, and any key is a rep.
    public internal(set) var isOnFloor = false
    /// The rest after the last set, if one is taken.
    @SharedReader(.rest) public var rest: Rest?
    /// The count-down before a paused workout goes on, while there is one.
    public internal(set) var resumeCountdown: ResumeCountdown?
    /// When it was paused, on the clock.
    var pauseInstant: Duration?
    /// The instants at which rounds of a circuit were skipped.
    public internal(set) var skips = SkipLog()
    /// The rounds that were skipped since the workout was begun or taken up.
    var skippedRounds: [SkippedRound] = []
    /// When the key that skips was pressed last, on the clock.
    var skipInstant: Duration?
    /// What keeps reps from being stored, while something does.
    public internal(set) var failure: Failure?
    /// Explains what could not be done once the workout is at rest; nothing may come between a running one and its keys.
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// The form for the note on a workout that is saved, while it is filled in.
    @Presents public internal(set) var noteEditor: WorkoutEditor.State?
    /// Whether the note is being written; the form stays until it is.
    var isSavingNote = false
    /// The workout with the note that could not be written, to be tried again.
    var refusedNote: Workout?
    /// What is raced against, if anything.
    public let ghost: Ghost?
    /// The workout whose trace is shown behind that of the saved one.
    var rival: Ghost?
    /// What it is done for, where that is more than itself.
    public let purpose: WorkoutPurpose?
    /// The instant at which it ends by itself, which each tick looks at.
    let timeLimit: Duration?
    /// The workout's identifier, once it has begun.
    var id: Workout.ID?
    /// The time on the clock at which the running stretch began, less what had been worked before it.
    var origin = Duration.zero

    /// The recent events of the keys that count reps.
    var heldKeys = HeldKeyFilter()
    /// The last press of a key that counts, starts or stops, where it did nothing.
    var ignoredPress: IgnoredPress?
    /// The time in which what started does not stop, and what stopped does not start.
    var quietPeriod: QuietPeriod?
    /// The instant at which a hold ends if the person keeps it, while that is asked.
    var holdEnd: Duration?
    /// Whether a saved workout that has no score is being deleted.
    var isDeleting = false

    /// - Parameters:
    ///   - ghost: An earlier workout to race against.
    ///   - purpose: What it is done for, where that is more than itself.
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
          challenge.scoring.timeLimit
        }
      self.options = options
    }

    public var repCount: Int { log.count }
    public var isRunning: Bool { phase == .running }
    public var isPaused: Bool { phase == .paused }

    /// Whether the end of the workout is being written, or a change of it.
    public var isSaving: Bool {
      phase == .saving || phase == .discarding || isSavingNote || isDeleting
    }

    /// Whether what is typed goes into the note.
    public var isTyping: Bool { noteEditor != nil && errorSheet == nil }

    /// Whether there is a workout that leaving would end.
    public var isUnderWay: Bool { phase == .running || phase == .paused }

    /// Whether there is a workout that is to be saved before the program ends.
    public var isUnsaved: Bool { isUnderWay || isNotSaved }
  }

  /// Where a workout stands.
  public enum Phase: Equatable, Sendable {
    case idle
    /// Counting down; the workout begins when the clock shows `start`.
    case preparing(start: Duration, remaining: Int)
    case running
    case paused
    case saving
    case discarding
    case saved(SavedWorkout)
    /// Saving is tried again from time to time.
    case notSaved(UnsavedWorkout)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      case startButtonTapped
      case stopButtonTapped
      case pauseButtonTapped
      case floorButtonTapped
      case incrementRepTapped
      /// A key that counts reps was pressed, or is held and repeats.
      case repKeyPressed(Key)
      /// The terminal told that a key is held, and not pressed again.
      case keyRepeated(Key)
      case keyReleased(Key)
      case decrementRepTapped
      case skipButtonTapped
      case undoSkipButtonTapped
      case leaveButtonTapped
      case stayButtonTapped
      case saveButtonTapped
      case discardButtonTapped
      /// The key is one that counts reps, too.
      case backKeyPressed(Key)
      case deleteButtonTapped
      case restButtonTapped
      case nextSetButtonTapped
      case noteButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case start
      /// Save the workout as it stands.
      case stop
      /// Take up a workout that was begun before.
      case restore(WorkoutDraft, Resumption)
      /// Show the trace of another workout behind that of the saved one.
      case compare(Ghost)
      case changeScenePhase(ScenePhase)
      /// Tell the person that a key which could start the next set was pressed too soon.
      case ignoreStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case saved(SavedWorkout)
      /// The workout was given up; it is handed over for a person who changes their mind.
      case discarded(WorkoutDraft)
      /// The person has left a workout that could not be saved; it is in a file.
      case leftUnsaved(UnsavedWorkout)
      /// A workout that was saved without a score is deleted.
      case deleted
      case rest(RestRequest)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case countdownTick
      case timerTick
      case storingSucceeded
      case storingFailed(Failure)
      case discardResponse(Result<Workout.ID, Failure>)
      case deleteResponse(Result<Workout.ID, Failure>)
      case finishResponse(Result<SavedWorkout, UnsavedWorkout>)
      case noteResponse(Result<Workout, FailedRequest<Workout>>)
      case noteEditor(PresentationAction<WorkoutEditor.Action>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case countdown, timer, saving }

  /// How often a running workout asks the clock.
  public static let tickInterval = Duration.milliseconds(10)

  /// The time between two attempts at saving a workout that could not be saved.
  public static let savingInterval = Duration.seconds(2)

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
      if let noted = state.refusedNote { return saveNote(noted, &state) }
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

    case .compare(let rival):
      state.rival = rival
      return .none

    case .ignoreStart:
      return afterQuietPeriod(&state) { _ in .none }

    case .changeScenePhase(.background):
      state.backgroundTime = now
      state.leaveFront()
      return cancelCountdown(&state)

    case .changeScenePhase(.active):
      state.backgroundTime = nil
      state.isInFront = true
      guard state.isRunning else { return .none }
      // What passed in the background was worked all the same, and the clock knows how much it was.
      return measure(&state)

    case .changeScenePhase(.inactive):
      state.leaveFront()
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .countdownTick:
      return countDown(&state)

    case .timerTick:
      guard state.isRunning else { return .none }
      return tick(&state)

    case .storingSucceeded:
      state.failure = nil
      return .none

    case .storingFailed(let failure):
      state.failure = failure
      return .none

    case .discardResponse(.success):
      state.phase = .idle
      state.failure = nil
      return .send(.delegate(state.draft.map { .discarded($0) } ?? .closed))

    case .deleteResponse(let response):
      return reduce(&state, deleteResponse: response)

    case .discardResponse(.failure(let failure)):
      // It is still there, and may be discarded again.
      state.phase = .paused
      state.errorSheet = ErrorHandling.State(
        failure, dataStatus: "The workout is still open, paused.", canRetry: true)
      return .none

    case .finishResponse(.success(let saved)):
      state.phase = .saved(saved)
      state.failure = nil
      state.errorSheet = nil
      state.isLeavingUnsaved = false
      // Who did nothing needs no rest.
      let resting = saved.score == nil ? .none : startRest(state)
      return .merge(.send(.delegate(.saved(saved))), resting)

    case .finishResponse(.failure(let unsaved)):
      return keepUnsaved(unsaved, &state)

    case .noteResponse(let response):
      return reduce(&state, noteResponse: response)

    case .noteEditor(.presented(.delegate(let action))):
      return reduce(&state, noteEditor: action)

    case .noteEditor, .errorSheet:
      return .none
    }
  }
}
