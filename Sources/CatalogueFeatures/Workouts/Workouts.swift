import Clients
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// A feature that shows the catalogue of challenges and the open challenge.
@Reducer
public struct Workouts {
  @ObservableState
  public struct State: Equatable, Sendable {
    let standard: Catalogue
    /// The built-in and the custom challenges.
    @Shared public var catalogue: Catalogue
    /// The text of the search; an empty one matches all challenges.
    public internal(set) var input: TextField = ""
    /// Whether typed letters go into the search.
    public internal(set) var isSearching = false
    /// The index of the selected challenge in ``visibleChallenges``.
    public internal(set) var selection = 0
    /// The challenge that was opened last, which is selected at the next start.
    @Shared(.appStorage("challenge")) var lastChallenge: Challenge.ID?
    /// The challenge to select once the custom ones are loaded.
    var awaitedChallenge: Challenge.ID?
    /// Whether the person's results have been read and there are none.
    public internal(set) var isFirstStart = false
    /// The person's best and last result in each challenge, and the latest results if these are shown.
    public internal(set) var results: [Challenge.ID: PersonalResults] = [:]
    /// The active training plans.
    public internal(set) var plans: [TrainingPlan] = []
    /// The next session with weights: of the followed program, or of a progression rule.
    public internal(set) var strengthNext: NextSession?
    /// The local day in days since 1970, as of the last load.
    public internal(set) var today: Int64 = 0
    /// The notice about the last change of a challenge.
    public internal(set) var notice: ChangeNotice?
    public internal(set) var failure: Failure?
    /// The page of the selected challenge, if the terminal has room for it beside the list.
    @Presents public internal(set) var page: ChallengeDetail.State?
    var pageRequest = PageRequest<Challenge>()
    @SharedReader(.showsPages) var showsPages
    @SharedReader(.showsSparklines) var showsSparklines
    /// Whether a change of a challenge is being written. Further changes are ignored until then.
    var isEditingCustomChallenges = false
    /// The last failed change of a challenge, for a retry.
    var failedEdit: CustomChallengeEdit?
    /// The change that the notice describes, if it can be undone.
    var undoableChange: ChallengeChange?
    /// Whether videos of the exercises are available.
    let showsVideos: Bool
    @Presents public internal(set) var destination: Destination.State?
    /// The history as it was closed, with its search and its selection.
    var closedHistory: History.State?
    /// The list of exercises as it was closed.
    var closedExercises: Exercises.State?
    /// The groups that the person has joined.
    public internal(set) var groups: [LeaderboardSource] = []
    /// The races that others have opened in these groups, as they were seen last.
    @Shared(.openRaces) var races
    var isLeavingRoom = false
    /// The workout in front of the other screens. Its rest continues after its screen is closed.
    @Presents public internal(set) var session: WorkoutTimer.State?

    public init(
      catalogue: Shared<Catalogue> = Shared(.catalogue), showsVideos: Bool = true
    ) {
      self.showsVideos = showsVideos
      standard = catalogue.wrappedValue
      _catalogue = catalogue
      awaitedChallenge = lastChallenge
      selection = visibleChallenges.firstIndex { $0.id == lastChallenge } ?? 0
    }

    /// The open challenge, if any.
    public var detail: ChallengeDetail.State? { destination?.detail }

    public var selectedChallenge: Challenge? {
      let challenges = visibleChallenges
      return challenges.indices.contains(selection) ? challenges[selection] : nil
    }

    /// The selected challenge, if it is a custom one.
    public var selectedCustomChallenge: Challenge? {
      selectedChallenge.flatMap { $0.id.isCustom ? $0 : nil }
    }

    /// The challenges that match the search, grouped by kind.
    public var visibleChallenges: [Challenge] { catalogue.challenges(matching: input.text) }

    /// Whether the latest results were read, in addition to the best and last results.
    var hasRecentResults: Bool { results.values.contains { !$0.recent.isEmpty } }

    /// The workout on the screen, running or over.
    public var activeWorkout: WorkoutTimer.State? { hasActiveWorkout ? session : nil }

    var hasActiveWorkout: Bool { session.map { $0.phase != .resting } ?? false }

    /// The workout on the screen, if its reps are counted.
    package var countingWorkout: WorkoutTimer.State? {
      activeWorkout.flatMap { $0.lifting == nil ? $0 : nil }
    }

    /// The workout on the screen, if it is a strength session.
    var strengthSession: WorkoutTimer.State? {
      activeWorkout.flatMap { $0.lifting == nil ? nil : $0 }
    }

    /// Whether a workout is running or paused, so that quitting would end it.
    public var isWorkoutUnderWay: Bool { session?.isUnderWay == true }

    public var isWorkoutPaused: Bool { session?.isPaused == true }

    /// Whether there is a workout that must be saved before the program ends.
    public var isWorkoutUnsaved: Bool { session?.isUnsaved == true }

    /// Whether a workout fills the screen in floor mode.
    public var isOnFloor: Bool { activeWorkout?.isOnFloor == true }

    /// Whether a workout can start and no other is lost: none is in progress, or the current one is saved.
    public var canStart: Bool {
      if case .challengeEditor = destination { return false }
      return session?.canBeReplaced ?? true
    }

    /// Whether quitting must wait for a workout or a set of a plan to be written, or for a room to be left.
    public var isSaving: Bool {
      session?.isSaving == true || detail?.plan.isSaving == true || isLeavingRoom
    }
  }

  /// A screen in place of the catalogue, or an error sheet over it.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case detail(ChallengeDetail)
    case history(History)
    case strength(Exercises)
    case programs(Programs)
    case challengeEditor(ChallengeEditor)
    case race(RaceRoom)
    /// The page of a strength session that was just saved.
    case workout(WorkoutDetail)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      case selectionMoved(by: Int)
      case openButtonTapped
      case nextSessionButtonTapped
      case joinRaceButtonTapped
      case searchButtonTapped
      case searchEdited(TextEdit)
      case searchCancelled
      case historyButtonTapped
      case strengthButtonTapped
      case programsButtonTapped
      case addButtonTapped
      case copyButtonTapped
      case editButtonTapped
      case deleteButtonTapped
      case undoButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Stop animations, because another screen replaces the tab.
      case disappear
      case restore(WorkoutDraft, Resumption)
      /// Start a workout, unless another one would be lost.
      case start(WorkoutRequest)
      /// End the current workout and save it.
      case stop
      case changeScenePhase(ScenePhase)
      /// Show or hide the page of the selected challenge, depending on the width of the terminal.
      case updatePage
      /// Read the latest results of each challenge if they are shown and not loaded.
      case updateSparklines
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      /// A workout could not be saved. A file contains it.
      case workoutLeftUnsaved(UnsavedWorkout)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case resultsResponse(Result<[Challenge.ID: PersonalResults], Failure>)
      case plansResponse(Result<LoadedPlans, Failure>)
      case customChallengesResponse(Result<CustomChallenges, Failure>)
      case customChallengeEditResponse(
        Result<CustomChallengesUpdate, FailedRequest<CustomChallengeEdit>>)
      case pageResponse(Challenge, Result<ChallengeDetail.Results, Failure>)
      case groupsResponse([LeaderboardSource])
      case racesResponse([GroupRace], in: LeaderboardSource)
      case roomLeft
      /// Never sent, and so without a reducer: the page beside the list isn't interactive.
      case page(ChallengeDetail.Action)
      case destination(PresentationAction<Destination.Action>)
      case session(PresentationAction<WorkoutTimer.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case results, customChallenges, edit, plans, page, races }

  @Dependency(\.workouts) var workouts
  @Dependency(\.plans) var plans
  @Dependency(\.today) var today
  @Dependency(\.strength) var strength
  @Dependency(\.challenges) var challenges
  @Dependency(\.races) var races
  @Dependency(\.continuousClock) var clock
  @SharedReader(.settings) var settings

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): .merge(reduce(&state, view: action), updatePage(&state))
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { state in
      state.failedEdit.map { change(&state, $0) } ?? load(state)
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$session, action: \.session) { WorkoutTimer() }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.visibleChallenges.count)
      state.notice = nil
      return .none

    case .openButtonTapped:
      guard let challenge = state.selectedChallenge else { return .none }
      state.notice = nil
      state.isSearching = false
      return .merge(.recordUse(of: .challengeDetail), open(challenge, &state))

    case .nextSessionButtonTapped:
      return state.next.map { start(.next($0), &state) } ?? .none

    case .joinRaceButtonTapped:
      return state.races.waiting.map { openRace(RaceRequest($0), &state) } ?? .none

    case .searchButtonTapped:
      state.isSearching = true
      return .recordUse(of: .search)

    case .searchEdited(let edit):
      // Backspace ends an empty search.
      if state.input.isEmpty, edit == .erased(.left) { state.isSearching = false }
      var input = state.input
      input.edit(edit)
      state.search(input)
      return .none

    case .searchCancelled:
      state.isSearching = false
      state.search("")
      return .none

    case .historyButtonTapped:
      state.destination = .history(
        state.closedHistory ?? History.State(catalogue: SharedReader(state.$catalogue)))
      return .merge(
        .recordUse(of: .history),
        .send(._internal(.destination(.presented(.history(.command(.appear)))))))

    case .strengthButtonTapped:
      return .merge(.recordUse(of: .strength), showStrength(&state))

    case .programsButtonTapped:
      return showPrograms(&state)

    case .addButtonTapped:
      state.destination = .challengeEditor(
        ChallengeEditor.State(catalogue: SharedReader(state.$catalogue)))
      return .recordUse(of: .challengeEditor)

    case .copyButtonTapped:
      guard let challenge = state.selectedChallenge, challenge.hasRounds else { return .none }
      state.destination = .challengeEditor(
        ChallengeEditor.State(template: challenge, catalogue: SharedReader(state.$catalogue)))
      return .recordUse(of: .challengeEditor)

    case .editButtonTapped:
      guard let challenge = state.selectedCustomChallenge else { return .none }
      state.destination = .challengeEditor(
        ChallengeEditor.State(
          challenge, catalogue: SharedReader(state.$catalogue)))
      return .recordUse(of: .challengeEditor)

    case .deleteButtonTapped:
      guard let challenge = state.selectedCustomChallenge else { return .none }
      return change(&state, .delete(challenge))

    case .undoButtonTapped:
      return change(&state, .undo(state.notice == nil ? nil : state.undoableChange))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      // The open screen may show data that was changed on another tab or by another program.
      let following = state.groups.isEmpty ? followRaces() : .none
      return .merge(load(state), following, reloadScreen(state))

    case .disappear:
      // Typing ends, so that keys of another screen don't edit the search. The list still shows the matches.
      state.isSearching = false
      return switch state.destination {
      case .detail(let detail): detail.isVideoPlaying ? sendToDetail(.disappear) : .none
      case .history: sendToHistory(.disappear)
      case .strength, .programs, .challengeEditor, .race, .workout, .errorSheet, nil: .none
      }

    case .restore(let draft, let resumption) where draft.challenge == .strength:
      return replaceWorkout(&state, command) { state in
        restoreSession(draft, resumption, &state)
      }

    case .restore(let draft, let resumption):
      guard let challenge = state.catalogue[draft.challenge] else { return .none }
      return replaceWorkout(&state, command) { state in
        open(
          challenge, plan: state.plans.first { $0.challenge == challenge.id },
          then: .restore(draft, resumption), &state
        ) {
          $0.workout(restoring: draft)
        }
      }

    case .start(let request):
      guard state.canStart else { return .none }
      let left = leaveRoom(&state)
      return .merge(left, replaceWorkout(&state, command) { state in start(request, &state) })

    case .stop:
      return .merge(
        leaveRoom(&state), state.isWorkoutUnsaved ? sendToSession(.stop) : .none)

    case .changeScenePhase(let phase):
      return .merge(
        state.session == nil ? .none : sendToSession(.changeScenePhase(phase)),
        state.detail == nil || state.activeWorkout != nil
          ? .none : sendToDetail(.changeScenePhase(phase)))

    case .updatePage:
      return updatePage(&state)

    case .updateSparklines:
      return state.showsSparklines && !state.hasRecentResults ? loadResults(state) : .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .resultsResponse(.success(let results)):
      state.results = results
      state.isFirstStart = results.isEmpty
      state.failure = nil
      state.showVariationBests()
      return updatePage(&state, isStale: true)

    case .plansResponse(.success(let loaded)):
      (state.plans, state.strengthNext, state.today) = (loaded.plans, loaded.next, loaded.today)
      state.showPlanOnPage()
      return .none

    case .customChallengesResponse(.success(let custom)):
      state.apply(custom)
      return updatePage(&state)

    case .pageResponse(let challenge, let results):
      state.showPage(of: challenge, results)
      return updatePage(&state)

    case .groupsResponse(let groups):
      state.groups = groups
      if state.detail != nil {
        state.destination?.modify(\.detail) {
          $0.canRace = !groups.isEmpty && !$0.challenge.id.isCustom
        }
      }
      return .none

    case .roomLeft:
      state.isLeavingRoom = false
      return .none

    case .racesResponse(let races, let group):
      state.$races.set(state.races.filter { $0.group.id != group.id } + races)
      return .none

    case .destination(.presented(.race(.delegate(let action)))):
      return reduce(&state, race: action)

    case .resultsResponse(.failure(let failure)), .customChallengesResponse(.failure(let failure)),
      .plansResponse(.failure(let failure)):
      state.failedEdit = nil
      return explain(failure, dataStatus: "Your workouts are unchanged.", &state)

    case .customChallengeEditResponse(.success(let change)):
      state.isEditingCustomChallenges = false
      state.apply(change.challenges, selected: change.selected)
      if let conflict = change.conflict, state.destination?.challengeEditor != nil {
        state.destination?.modify(\.challengeEditor) { $0.show(conflict) }
        return updatePage(&state)
      }
      if state.destination?.challengeEditor != nil { state.destination = nil }
      state.undoableChange = change.undoable
      state.notice = change.notice
      state.failure = nil
      return updatePage(&state)

    case .customChallengeEditResponse(.failure(let failed)):
      state.isEditingCustomChallenges = false
      if state.destination?.challengeEditor != nil { state.destination = nil }
      state.failedEdit = failed.mutation
      return explain(failed.failure, dataStatus: "Your challenges are unchanged.", &state)

    case .destination(.presented(.detail(.delegate(let action)))):
      return reduce(&state, detail: action)

    case .destination(.presented(.challengeEditor(.delegate(.saved(let challenge))))):
      guard let editor = state.destination?.challengeEditor else { return .none }
      return change(
        &state,
        editor.original == nil
          ? .add(challenge)
          : .edit(challenge, replacing: editor.isDeleted ? nil : editor.original))

    case .destination(.presented(.history(.delegate(.changed)))):
      // The deletion of a test ends its plan.
      return .merge(loadResults(state), loadPlans())

    case .destination(.presented(.history(.delegate(.startRequested(let request))))),
      .destination(.presented(.programs(.delegate(.startRequested(let request))))):
      return .send(.command(.start(request)))

    case .session(.presented(.delegate(let action))):
      return reduce(&state, session: action)

    case .destination(.presented(.workout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .destination(.presented(.strength(.delegate(.workoutRequested(let exercise))))):
      return show(
        WorkoutTimer.State(exercise.map { .exercise($0) } ?? .empty), then: .start, &state)

    case .destination(.presented(.strength(.delegate(.closed)))),
      .destination(.presented(.programs(.delegate(.closed)))):
      // A rule or a program may have been chosen.
      state.closeScreen()
      return loadPlans()

    case .destination(.presented(.challengeEditor(.delegate(.cancelled)))),
      .destination(.presented(.history(.delegate(.closed)))):
      state.closeScreen()
      return .none

    case .destination, .session, .page:
      return .none
    }
  }

  private func reduce(
    _ state: inout State, detail action: ChallengeDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .workoutRequested(let workout, let command):
      return show(workout, then: command, &state)

    case .planChanged:
      return loadPlans()

    case .liveRaceRequested:
      guard let challenge = state.detail?.challenge.id else { return .none }
      return openRace(RaceRequest(challenge: challenge, groups: state.groups), &state)

    case .variationRequested(let challenge):
      return openVariation(challenge, &state)

    case .challengeAdded:
      return loadCustomChallenges()

    case .closed:
      state.destination = nil
      return .none
    }
  }
}

// MARK: - Search

extension Workouts.State {
  /// Whether there are other challenges to select.
  var canMove: Bool { visibleChallenges.count > 1 }

  /// Shows the challenges that match a text. The selected challenge stays selected if it matches.
  mutating func search(_ input: TextField) {
    let selected = selectedChallenge?.id
    self.input = input
    selection = visibleChallenges.firstIndex { $0.id == selected } ?? 0
  }
}
