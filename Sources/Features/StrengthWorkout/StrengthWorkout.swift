import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A feature that records the sets of a strength session while the person trains.
///
/// A set is stored as soon as it is entered, under an unfinished workout, so a killed program loses none.
@Reducer
public struct StrengthWorkout {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The planned sets, if the session has a plan.
    public let plan: StrengthPlan?
    /// The number of planned sets that are done or skipped.
    public internal(set) var position = 0
    /// The variations that take the place of planned exercises.
    var substitutes: [String: String] = [:]
    /// The exercise of the next set; `nil` until one is chosen.
    public internal(set) var exercise: String?
    /// The sets so far.
    public internal(set) var sets: [PerformedSet] = []
    /// The state before each set, so that it can be undone.
    var former: [Former] = []
    /// The text of the next set as far as it is typed.
    public internal(set) var entry: TextField = ""
    /// The problem with the typed set, if it cannot be read.
    public internal(set) var problem: EntryProblem?
    /// The kind of set that the person selected last, which stays selected for the next set.
    var preferredOffer: SetOffer.Kind?
    /// The earlier sessions with the exercises of this one, by the keys of their names.
    public internal(set) var histories: [String: StrengthHistory] = [:]
    /// The exercises of earlier sessions, the latest first.
    public internal(set) var knownExercises: [StrengthExercise] = []
    public internal(set) var phase = Phase.active
    /// Whether the question about the unit of the typed weight is open.
    public internal(set) var isAskingForUnit = false
    /// Whether Esc was pressed and the question what to do is open.
    public internal(set) var isAskingToLeave = false
    /// Whether the screen closes as soon as a file contains the session that could not be saved.
    var isLeavingUnsaved = false
    /// The failure of the last attempt to store a set, if it failed.
    public internal(set) var failure: Failure?
    @Presents public internal(set) var destination: Destination.State?
    /// The rest after the last set, if one is running.
    @SharedReader(.rest) public var rest: Rest?
    @Shared(.settings) var settings
    /// The workout's identifier, once the session has started.
    var id: Workout.ID?
    /// The wall clock's time at which the session started.
    public internal(set) var startTime: Date?
    /// The offset from UTC at the start of a restored session, in seconds; `nil` for that of the time zone of the system.
    var utcOffset: Int?
    /// The time on the clock at which the session would have started without interruptions.
    var origin = Duration.zero
    /// The time from the start to the last set.
    public internal(set) var duration = Duration.zero

    /// Creates a session.
    public init(_ start: StrengthStart = .empty) {
      switch start {
      case .plan(let plan):
        self.plan = plan
        exercise = plan.sets.first?.exercise
      case .exercise(let name):
        plan = nil
        exercise = name
      case .empty:
        plan = nil
      }
    }

    struct Former: Equatable, Sendable {
      let position: Int
      let exercise: String?
      let duration: Duration
      /// Whether the set took a place in the plan.
      var isPlanned = false
    }
  }

  /// A phase of the session.
  public enum Phase: Equatable, Sendable {
    case active
    case saving
    case discarding
    /// Saving failed and is retried periodically.
    case notSaved(UnsavedWorkout)
  }

  /// A view over the session: a list of exercises, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case exercisePicker(ExercisePicker)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case entryEdited(TextEdit)
      case entryCleared
      case saveSetButtonTapped
      case unitChosen(Weight.Unit)
      case unitQuestionClosed
      case offerMoved(by: Int)
      case exerciseButtonTapped
      case nextButtonTapped
      case variationMoved(by: Int)
      case undoButtonTapped
      case restButtonTapped
      case finishButtonTapped
      case leaveButtonTapped
      case stayButtonTapped
      case saveButtonTapped
      case discardButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case start
      /// End the session and save it.
      case stop
      /// Restore an unfinished session.
      case restore(WorkoutDraft, Resumption)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case saved(SavedWorkout)
      /// The person has left a session that could not be saved. A file contains it.
      case leftUnsaved(UnsavedWorkout)
      case rest(RestRequest)
      /// The session ended without being saved: it had no set, or was discarded.
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case exercisesResponse(Result<[StrengthExercise], Failure>)
      case historyResponse(exercise: String, Result<StrengthHistory, Failure>)
      case checkpointSucceeded
      case checkpointFailed(Failure)
      case discardResponse(Result<Workout.ID, Failure>)
      case finishResponse(Result<SavedWorkout, UnsavedWorkout>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case exercises, saving }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  @Dependency(\.workouts) var workouts
  @Dependency(\.strength) var strength
  @Dependency(\.settings) var settingsClient

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
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .entryEdited(let edit):
      let text = state.entry.text
      state.entry.edit(edit, maxLength: SetEntry.maxLength)
      if state.entry.text != text { state.problem = nil }
      return .none

    case .entryCleared:
      state.problem = nil
      state.entry = ""
      return .none

    case .saveSetButtonTapped:
      return saveSet(&state)

    case .unitChosen(let unit):
      return chooseUnit(unit, &state)

    case .unitQuestionClosed:
      state.isAskingForUnit = false
      return .none

    case .offerMoved(let offset):
      state.moveOffer(by: offset)
      return .none

    case .exerciseButtonTapped:
      state.pickExercise()
      return .none

    case .nextButtonTapped:
      return move(to: state.following, &state)

    case .variationMoved(let offset):
      return moveVariation(by: offset, &state)

    case .undoButtonTapped:
      return undo(&state)

    case .restButtonTapped:
      guard state.rest?.isResting == true else { return startRest(state) }
      return .send(.delegate(.rest(.end)))

    case .finishButtonTapped, .saveButtonTapped:
      return finish(&state)

    case .leaveButtonTapped:
      return leave(&state)

    case .stayButtonTapped:
      state.isAskingToLeave = false
      return .none

    case .discardButtonTapped:
      return discard(&state)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .start:
      return start(&state)
    case .stop:
      return state.sets.isEmpty ? .send(.delegate(.closed)) : finish(&state)
    case .restore(let draft, let resumption):
      return restore(draft, resumption, &state)
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .exercisesResponse(.success(let exercises)):
      state.knownExercises = exercises
      state.updatePicker()
      return .none

    case .historyResponse(let exercise, .success(let history)):
      state.histories[exercise.nameKey] = history
      return .none

    case .exercisesResponse(.failure(let failure)), .historyResponse(_, .failure(let failure)):
      // A set can be entered without knowing the last one.
      state.failure = failure
      return .none

    case .checkpointSucceeded:
      state.failure = nil
      return .none

    case .checkpointFailed(let failure):
      state.failure = failure
      return .none

    case .discardResponse(.success):
      return .send(.delegate(.closed))

    case .discardResponse(.failure(let failure)):
      state.phase = .active
      state.explain(failure, dataStatus: "The session is still open.")
      return .none

    case .finishResponse(.success(let saved)):
      state.failure = nil
      return .send(.delegate(.saved(saved)))

    case .finishResponse(.failure(let unsaved)):
      return showUnsaved(unsaved, &state)

    case .destination(.presented(.exercisePicker(.delegate(.chosen(let name))))):
      state.destination = nil
      return move(to: name, &state)

    case .destination(.presented(.exercisePicker(.delegate(.cancelled)))):
      state.destination = nil
      // Without an exercise there is nothing to do here.
      return state.exercise == nil ? .send(.delegate(.closed)) : .none

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return state.isNotSaved ? finish(&state) : discard(&state)

    case .destination:
      return .none
    }
  }
}

/// The problem with a typed set.
public struct EntryProblem: Equatable, Sendable, ExpressibleByStringInterpolation {
  public var sentence: String
  /// The number of the character with the problem, counted from 1, if there is one.
  public var column: Int?

  public init(stringLiteral value: String) { sentence = value }

  init(_ error: TextError) {
    sentence = error.description
    column = error.column
  }
}

/// The beginning of a strength session.
public enum StrengthStart: Equatable, Sendable {
  /// The sets of a plan.
  case plan(StrengthPlan)
  /// An exercise, without a plan.
  case exercise(String)
  /// The choice of an exercise.
  case empty

  /// Returns the beginning of a session that repeats the sets of another one.
  public static func repeating(_ sets: [PerformedSet]) -> StrengthStart {
    if let plan = Routine(repeating: sets).flatMap({ StrengthPlan($0) }) { return .plan(plan) }
    return sets.first.map { .exercise($0.exercise) } ?? .empty
  }
}

extension StrengthWorkout.State {
  /// Whether a set was entered that isn't saved as part of a finished session.
  public var isUnderWay: Bool { !sets.isEmpty && phase == .active }

  public var isNotSaved: Bool { if case .notSaved = phase { true } else { false } }

  /// Whether the session must be saved before the program ends.
  public var isUnsaved: Bool { isUnderWay || isNotSaved }

  /// Whether the end of the session is being written.
  public var isSaving: Bool { phase == .saving || phase == .discarding }

  /// Whether typed digits go into a set.
  var canEnterSet: Bool {
    phase == .active && !isAskingToLeave && !isAskingForUnit && destination == nil
  }

  /// Whether typed letters are text instead of commands.
  public var isTyping: Bool {
    !entry.isEmpty && !isAskingForUnit || destination?.exercisePicker != nil
  }

  /// The session in the form that is stored, once it has a set.
  var draft: WorkoutDraft? {
    guard let id, let startTime, !sets.isEmpty else { return nil }
    return WorkoutDraft(
      strengthSession: id, startedAt: startTime, utcOffset: utcOffset, duration: duration,
      sets: sets, purpose: plan.map { .routine($0.routine) })
  }

  /// Presents the sheet about a failure.
  mutating func explain(_ failure: Failure, dataStatus: String) {
    destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: dataStatus, canRetry: true))
  }
}
