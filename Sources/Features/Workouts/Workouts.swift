import Clients
import Models
import ReducerRuntime

/// The catalogue of challenges, and the one that is open.
@Reducer
public struct Workouts {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The challenges that come with the program.
    let standard: Catalogue
    /// Those, and the ones that people made.
    @Shared public var catalogue: Catalogue
    /// What is searched for; nothing shows everything.
    public internal(set) var query = ""
    /// Whether what is typed goes into the search.
    public internal(set) var isSearching = false
    /// Which of the challenges that show is selected.
    public internal(set) var selection = 0
    /// Whether the person has no result yet, as far as results are known.
    public internal(set) var isFirstStart = false
    /// Your best and last in each challenge you have done, and your latest results where they are shown.
    public internal(set) var results: [Challenge.ID: PersonalResults] = [:]
    /// The training plans that are followed.
    public internal(set) var plans: [TrainingPlan] = []
    /// The local day, in days since 1970, at the last look at the calendar.
    public internal(set) var today: Int64 = 0
    /// What was done to a challenge last.
    public internal(set) var notice: ChangeNotice?
    public internal(set) var failure: Failure?
    /// The page of the selected challenge, where the terminal has room for it beside the list.
    @Presents public internal(set) var page: ChallengeDetail.State?
    var pageRequest = PageRequest<Challenge>()
    @SharedReader(.showsPages) var showsPages
    @SharedReader(.showsSparklines) var showsSparklines
    /// Whether a challenge is being changed, and further changes have to wait.
    var isEditingCustomChallenges = false
    /// The change of a challenge that failed last, to be tried again.
    var refused: CustomChallengeEdit?
    /// Whether films of the exercises can be seen.
    let showsFilms: Bool
    @Presents public internal(set) var destination: Destination.State?

    public init(
      catalogue: Shared<Catalogue> = Shared(.catalogue), showsFilms: Bool = true
    ) {
      self.showsFilms = showsFilms
      standard = catalogue.wrappedValue
      _catalogue = catalogue
    }

    /// The challenge that is open.
    public var detail: ChallengeDetail.State? { destination?.detail }

    public var selectedChallenge: Challenge? {
      let challenges = visibleChallenges
      return challenges.indices.contains(selection) ? challenges[selection] : nil
    }

    /// The selected challenge, if it is one that a person made.
    public var selectedCustomChallenge: Challenge? {
      selectedChallenge.flatMap { $0.id.isCustom ? $0 : nil }
    }

    /// The challenges that are searched for, kind by kind.
    public var visibleChallenges: [Challenge] { catalogue.challenges(matching: query) }

    /// Whether the latest results were read with the best and the last.
    var hasRecentResults: Bool { results.values.contains { !$0.recent.isEmpty } }

    /// Whether there is a workout that quitting would end.
    public var isWorkoutUnderWay: Bool { detail?.activeWorkout?.isUnderWay == true }

    /// Whether there is a workout that stands still.
    var isWorkoutPaused: Bool { detail?.activeWorkout?.isPaused == true }

    /// Whether there is a workout that is to be saved before the program ends.
    public var isWorkoutUnsaved: Bool { detail?.activeWorkout?.isUnsaved == true }

    /// Whether a workout has the whole screen.
    public var isOnFloor: Bool { detail?.activeWorkout?.isOnFloor == true }

    /// Whether what is typed is text, and no command.
    public var isTyping: Bool {
      switch destination {
      case .detail(let detail): detail.activeWorkout?.isTyping == true
      case .errorSheet: false
      case .challengeEditor: true
      case .history(let history): history.isTyping
      case nil: isSearching
      }
    }

    /// Whether something of a workout is being written that quitting must wait for.
    public var isSaving: Bool {
      detail?.activeWorkout?.isSaving == true || detail?.plan.isSaving == true
    }
  }

  /// What has the catalogue's place on the screen, or explains a failure over it.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case detail(ChallengeDetail)
    case history(History)
    case challengeEditor(ChallengeEditor)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      case selectionMoved(by: Int)
      case openButtonTapped
      case nextSessionButtonTapped
      case searchButtonTapped
      case searchTyped(Character)
      case searchBackspaced
      case searchCancelled
      case historyButtonTapped
      case addButtonTapped
      case editButtonTapped
      case deleteButtonTapped
      case undoButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Stop what moves: something else is shown in the tab's place.
      case disappear
      /// Take up a workout that was begun before.
      case restore(WorkoutDraft, Resumption)
      /// Start a workout, a race where a ghost is given, if nothing would be lost by it.
      case start(Challenge.ID, Ghost?)
      /// Save a workout as it stands.
      case stop
      case changeScenePhase(ScenePhase)
      /// Show the page of the selected challenge beside the list, or no page, as the room is.
      case updatePage
      /// Read the latest results of each challenge, if they are shown and not there yet.
      case updateSparklines
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      /// A workout could not be saved; it is in a file.
      case workoutLeftUnsaved(UnsavedWorkout)
      case rest(RestRequest)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case resultsResponse(Result<[Challenge.ID: PersonalResults], Failure>)
      case plansResponse(Result<[TrainingPlan], Failure>)
      case customChallengesResponse(Result<CustomChallenges, Failure>)
      case customChallengeEditResponse(
        Result<CustomChallengesUpdate, FailedRequest<CustomChallengeEdit>>)
      case pageResponse(Challenge, Result<ChallengeDetail.Results, Failure>)
      /// Never sent, and so without a reducer: the page beside the list is only shown.
      case page(ChallengeDetail.Action)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case results, customChallenges, plans, page }

  @Dependency(\.workouts) var workouts
  @Dependency(\.plans) var plans
  @Dependency(\.date.now) var now
  @Dependency(\.challenges) var challenges

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
    .ifLet(\.$destination, action: \.destination)
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
      guard let (plan, challenge) = state.nextPlan else { return .none }
      state.notice = nil
      return .merge(
        .recordUse(of: .plan), open(challenge, plan: plan, then: .startNextSession, &state))

    case .searchButtonTapped:
      state.isSearching = true
      return .recordUse(of: .search)

    case .searchTyped(let character):
      state.search((state.query + String(character)).typeable())
      return .none

    case .searchBackspaced:
      // One more than there is to take back leaves.
      if state.query.isEmpty { state.isSearching = false }
      state.search(String(state.query.dropLast()))
      return .none

    case .searchCancelled:
      state.isSearching = false
      state.search("")
      return .none

    case .historyButtonTapped:
      state.destination = .history(History.State(catalogue: SharedReader(state.$catalogue)))
      return .merge(
        .recordUse(of: .history),
        .send(._internal(.destination(.presented(.history(.command(.appear)))))))

    case .addButtonTapped:
      state.destination = .challengeEditor(
        ChallengeEditor.State(catalogue: SharedReader(state.$catalogue)))
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
      return change(&state, .undo)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      // What an open challenge shows may have been corrected on another tab.
      let isAtRest = state.detail.map { $0.activeWorkout == nil } ?? false
      return .merge(load(state), isAtRest ? tellDetail(.appear) : .none)

    case .disappear:
      // Keys pressed on another screen are not part of the search. The query stays, as the list shows it.
      state.isSearching = false
      return switch state.destination {
      case .detail(let detail) where detail.isVideoPlaying: tellDetail(.disappear)
      case .history: tellHistory(.disappear)
      default: .none
      }

    case .restore(let draft, let resumption):
      guard let challenge = state.catalogue[draft.challenge] else { return .none }
      return replaceDetail(&state, command) { state in
        open(
          challenge, plan: state.plans.first { $0.challenge == challenge.id },
          then: .restore(draft, resumption), &state)
      }

    case .start(let challenge, let ghost):
      guard state.canStart, let challenge = state.catalogue[challenge] else { return .none }
      return replaceDetail(&state, command) { state in
        state.notice = nil
        return open(challenge, then: .start(ghost), &state)
      }

    case .stop:
      return state.isWorkoutUnsaved ? tellDetail(.stop) : .none

    case .changeScenePhase(let phase):
      return state.detail == nil ? .none : tellDetail(.changeScenePhase(phase))

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
      return updatePage(&state, isStale: true)

    case .plansResponse(.success(let plans)):
      state.plans = plans
      state.today = now.localDay
      state.showPlanOnPage()
      return .none

    case .customChallengesResponse(.success(let custom)):
      state.use(custom)
      return updatePage(&state)

    case .pageResponse(let challenge, let results):
      state.showPage(of: challenge, results)
      return updatePage(&state)

    case .resultsResponse(.failure(let failure)), .customChallengesResponse(.failure(let failure)),
      .plansResponse(.failure(let failure)):
      state.refused = nil
      return explain(failure, safe: "Your workouts are unchanged.", &state)

    case .customChallengeEditResponse(.success(let change)):
      state.isEditingCustomChallenges = false
      state.use(change.challenges, selected: change.selected)
      state.notice = change.notice
      state.failure = nil
      return updatePage(&state)

    case .customChallengeEditResponse(.failure(let refused)):
      state.isEditingCustomChallenges = false
      state.refused = refused.mutation
      return explain(refused.failure, safe: "Your challenges are unchanged.", &state)

    case .destination(.presented(.detail(.delegate(let action)))):
      return reduce(&state, detail: action)

    case .destination(.presented(.challengeEditor(.delegate(.saved(let challenge))))):
      let isNew = state.destination?.challengeEditor?.original == nil
      state.destination = nil
      return change(&state, .keep(challenge, isNew: isNew))

    case .destination(.presented(.history(.delegate(.changed)))):
      return loadResults(state)

    case .destination(.presented(.history(.delegate(.startRequested(let challenge, let ghost))))):
      return .send(.command(.start(challenge, ghost)))

    case .destination(.presented(.challengeEditor(.delegate(.cancelled)))),
      .destination(.presented(.history(.delegate(.closed)))):
      state.destination = nil
      return .none

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return state.refused.map { change(&state, $0) } ?? load(state)

    case .destination, .page:
      return .none
    }
  }

  private func reduce(
    _ state: inout State, detail action: ChallengeDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .workoutSaved(let saved):
      return .merge(loadResults(state), .send(.delegate(.workoutSaved(saved))))

    case .workoutDeleted:
      return loadResults(state)

    case .workoutLeftUnsaved(let unsaved):
      return .send(.delegate(.workoutLeftUnsaved(unsaved)))

    case .rest(let request):
      return .send(.delegate(.rest(request)))

    case .planChanged:
      return loadPlans()

    case .closed:
      state.destination = nil
      return .none
    }
  }
}
