import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A page about one workout: its result, its place, its note and its pace.
///
/// It opens from the history, the profile and the leaderboard. A workout of the current person can be corrected here,
/// and any workout with recorded rep times can be replayed and raced.
@Reducer
public struct WorkoutDetail {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    /// The workout's identifier, which changes with a correction.
    public internal(set) var id: Workout.ID
    public let challengeID: Challenge.ID
    /// The name of the person who did it.
    public let name: String
    /// Whether the current person did it.
    public let isYours: Bool
    /// The source of the workout.
    let source: LeaderboardSource
    /// The workout, once it is loaded.
    public internal(set) var workout: Workout?
    /// The workout's place on a leaderboard, if it is known.
    public internal(set) var place: WorkoutPlace?
    /// The live race that the workout was part of, if any.
    public internal(set) var race: Race?
    /// The comparison of a strength session with earlier ones, by exercise.
    public internal(set) var comparisons: [String: SetComparison] = [:]
    /// The selected row of the table of sets.
    public internal(set) var selectedRow = 0
    /// The text of the selected set, while it is edited.
    public internal(set) var setEntry: TextField?
    /// The problem with the text of the set, if it cannot be read.
    public internal(set) var setProblem: EntryProblem?
    /// Whether another program has deleted it.
    public internal(set) var isDeleted = false
    /// Whether a correction is being written.
    public internal(set) var isChanging = false
    /// The last correction, if it was made on this page and can be undone here.
    var undoableChange: WorkoutChange?
    /// The message about the last action.
    public internal(set) var notice: String?
    public internal(set) var failure: Failure?
    /// The message about the last picture without the name.
    var pictureNotice: String?
    /// The last failed change, for a retry.
    var failedMutation: History.Mutation?
    @Presents public internal(set) var destination: Destination.State?

    /// Creates the page of a loaded workout.
    ///
    /// - Parameter isYours: Whether the current person did it.
    public init(
      _ workout: Workout, isYours: Bool,
      catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)
    ) {
      _catalogue = catalogue
      id = workout.id
      challengeID = workout.challenge
      name = workout.user
      self.isYours = isYours
      source = .machine
      self.workout = workout
    }

    /// Creates the page of a leaderboard row's workout. The workout isn't loaded yet.
    public init(
      _ standing: Standing, in challenge: Challenge.ID, of source: LeaderboardSource = .machine,
      place: WorkoutPlace, catalogue: SharedReader<Catalogue>
    ) {
      _catalogue = catalogue
      id = standing.workout
      challengeID = challenge
      name = standing.name
      isYours = standing.isYou
      self.source = source
      self.place = place
    }

    /// The workout's challenge, even if the challenge was deleted.
    public var challenge: Challenge? { catalogue[challengeID] }

    public var canUndo: Bool { undoableChange != nil }

    /// Whether the message is about a picture, and the next picture gets the name.
    var canAddName: Bool { notice != nil && notice == pictureNotice }

    /// Whether the workout has recorded rep times.
    public var canReplay: Bool { workout?.hasRecordedRepTimes == true && challenge != nil }

    /// The request to repeat this workout: its challenge, or the sets of a strength session; `nil` for a deleted
    /// challenge.
    var repetition: WorkoutRequest? {
      if let sets = workout?.sets, !sets.isEmpty { return .strength(.repeating(sets)) }
      return catalogue.challenges.contains { $0.id == challengeID }
        ? .challenge(challengeID, nil) : nil
    }

    /// Whether the workout can be raced against.
    public var canRace: Bool {
      canReplay && repetition != nil && challenge?.scoring.countsReps == true
    }

    /// Whether the workout can be corrected. A workout on a server may belong to another machine.
    public var canEdit: Bool {
      isYours && source.has(.local) && workout != nil && !isChanging && !isDeleted
    }

    var isPlaying: Bool { destination?.replay?.isPlaying == true }
  }

  /// A view over the page: a replay, the form that corrects the workout, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case replay(Replay)
    case editor(WorkoutEditor)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case replayButtonTapped
      case raceButtonTapped
      case repeatButtonTapped
      case editButtonTapped
      case undoButtonTapped
      case pictureButtonTapped
      case closeButtonTapped
      case setSelectionMoved(by: Int)
      case editSetButtonTapped
      case deleteSetButtonTapped
      case setEdited(TextEdit)
      case saveSetButtonTapped
      case setEditingCancelled
    }

    @CasePathable
    public enum Command: Sendable {
      /// Load the workout and its place if they aren't known.
      case appear
      /// Reload the workout, because another program may have changed it.
      case reload
      case startReplay
      /// Pause a replay, because another screen replaces it.
      case disappear
      /// Show that another workout must be finished first.
      case rejectStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start the challenge, or a race if a ghost is given.
      case startRequested(WorkoutRequest)
      /// The workout was corrected, or a correction was undone.
      case changed(History.Change)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case workoutResponse(Result<Workout?, Failure>)
      case placeResponse(Result<WorkoutPlace?, Failure>)
      case raceResponse(Result<Race?, Failure>)
      case comparisonsResponse(Result<[String: SetComparison], Failure>)
      case changeResponse(Result<History.Change, FailedRequest<History.Mutation>>)
      case pictureResponse(hasName: Bool, Result<[String], Failure>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case workout, place, race, comparisons, change, picture }

  @Dependency(\.workouts) var workouts
  @Dependency(\.leaderboards) var leaderboards
  @Dependency(\.races) var races
  @Dependency(\.strength) var strength
  @Dependency(\.pictures) var pictures
  @Dependency(\.uuid) var uuid

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
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { state in
      if let mutation = state.failedMutation { return change(&state, mutation) }
      state.failure = nil
      return load(state)
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .replayButtonTapped:
      return replay(&state)

    case .raceButtonTapped:
      guard state.canRace, let ghost = state.ghost else { return .none }
      state.notice = nil
      return .send(.delegate(.startRequested(.challenge(state.challengeID, ghost))))

    case .repeatButtonTapped:
      guard let request = state.repetition else { return .none }
      state.notice = nil
      return .send(.delegate(.startRequested(request)))

    case .editButtonTapped:
      guard state.canEdit, let workout = state.workout else { return .none }
      state.notice = nil
      state.destination = .editor(WorkoutEditor.State(workout, of: state.challenge))
      return .recordUse(of: .workoutEditor)

    case .undoButtonTapped:
      guard let change = state.undoableChange else { return .none }
      return self.change(&state, .undo(change))

    case .pictureButtonTapped:
      return savePicture(&state)

    case .closeButtonTapped:
      return .send(.delegate(.closed))

    case .setSelectionMoved(let offset):
      state.moveSetSelection(by: offset)
      return .none

    case .editSetButtonTapped:
      state.editSelectedSet()
      return .none

    case .deleteSetButtonTapped:
      return deleteSelectedSet(&state)

    case .setEdited(let edit):
      state.setEntry?.edit(edit, maxLength: SetEntry.maxLength)
      state.setProblem = nil
      return .none

    case .saveSetButtonTapped:
      return saveSelectedSet(&state)

    case .setEditingCancelled:
      state.stopEditingSet()
      return .none
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      return .merge(
        state.workout == nil ? load(state) : .none, loadPlace(state), loadRace(state),
        loadComparisons(state))

    case .reload:
      return reload(state)

    case .startReplay:
      return state.destination == nil ? replay(&state) : .none

    case .disappear:
      return state.isPlaying ? sendToReplay(.pause) : .none

    case .rejectStart:
      state.notice = "Finish your current workout first."
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .workoutResponse(.success(let workout)) where state.workout != nil:
      return show(current: workout, &state)

    case .workoutResponse(.success(let workout?)):
      state.workout = workout
      return .none

    case .workoutResponse(.success(nil)):
      let failure = Failure(
        summary: "this workout no longer exists",
        remedy: "go back and refresh the list",
        details: "no workout with the ID of a standing")
      explain(failure, canRetry: false, &state)
      return .none

    case .workoutResponse(.failure(let failure)):
      state.failure = failure
      // Network failures are common, and a sheet would add no information.
      if state.workout == nil, state.source.has(.local) {
        explain(failure, canRetry: true, &state)
      }
      return .none

    case .placeResponse(.success(let place)):
      state.place = place
      return .none

    case .comparisonsResponse(.success(let comparisons)):
      state.comparisons = comparisons
      return .none

    case .raceResponse(.success(let race)):
      state.race = race
      return .none

    case .placeResponse(.failure(let failure)), .raceResponse(.failure(let failure)),
      .comparisonsResponse(.failure(let failure)):
      // The page is complete without the place or the comparison, so no sheet interrupts the person.
      state.failure = failure
      return .none

    case .changeResponse(.success(let change)):
      return show(change, &state)

    case .changeResponse(.failure(let failed)):
      state.isChanging = false
      state.destination = nil
      state.failedMutation = failed.mutation
      explain(failed.failure, canRetry: true, &state)
      return .none

    case .pictureResponse(let hasName, .success(let paths)):
      let also = paths.dropFirst().map { " and .\($0.split(separator: ".").last ?? "")" }.joined()
      let notice = "Saved \((paths.first ?? "").escapedText)\(also)"
      state.notice = notice
      state.pictureNotice = hasName ? nil : notice
      return .none

    case .pictureResponse(_, .failure(let failure)):
      state.notice = failure.sentence.capitalizedSentence
      return .none

    case .destination(.presented(.replay(.delegate(.closed)))),
      .destination(.presented(.editor(.delegate(.cancelled)))):
      state.destination = nil
      return .none

    case .destination(.presented(.editor(.delegate(.saved(let corrected))))):
      guard let editor = state.destination?.editor else { return .none }
      return change(
        &state, .correct(editor.workout, to: corrected, isDeleted: editor.isDeleted))

    case .destination:
      return .none
    }
  }

  private func replay(_ state: inout State) -> Effect<Action> {
    guard state.canReplay, let workout = state.workout, let challenge = state.challenge else {
      return .none
    }
    state.notice = nil
    state.destination = .replay(
      Replay.State(workout, by: state.name, in: challenge, race: state.race))
    return .merge(.recordUse(of: .replay), sendToReplay(.start))
  }

  private func sendToReplay(_ command: Replay.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.replay(.command(command))))))
  }

  private func explain(_ failure: Failure, canRetry: Bool, _ state: inout State) {
    state.failure = failure
    state.destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: "All workouts are unchanged.", canRetry: canRetry))
  }
}

// MARK: - Keys

extension WorkoutDetail {
  /// The keys of a workout's page, of its replay and of the form that corrects it.
  public static let keys =
    (Replay.keys.section("A replay").presented(
      \.destination?.replay, action: \.destination.presented.replay)
    + WorkoutEditor.keys.presented(\.destination?.editor, action: \.destination.presented.editor)
    + (setEntryKeys.section("Sets with weights").screen("a set on a page").when(\.isEditingSet)
    + (setKeys + ownKeys).section("A workout's page").when { !$0.isEditingSet })
    .map(Action.view).when { $0.destination == nil })
    .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "replay", .replayButtonTapped, when: \.canReplay),
    .init([.escape], "back", .closeButtonTapped),
    .init(["g"], "race", .raceButtonTapped, when: \.canRace),
    .init(["s"], "repeat", .repeatButtonTapped, when: { $0.repetition != nil }),
    .init(["e"], "edit", .editButtonTapped, when: \.canEdit),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
    .init(["S"], "picture", .pictureButtonTapped, when: { $0.workout != nil && !$0.canAddName }),
    .init(["S"], "add your name", .pictureButtonTapped, short: "add name", when: \.canAddName),
  ]
}
