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
    public internal(set) var catalogue: Catalogue
    /// What is searched for; nothing shows everything.
    public internal(set) var query = ""
    /// Whether what is typed goes into the search.
    public internal(set) var isSearching = false
    /// Which of the challenges that show is selected.
    public internal(set) var selection = 0
    /// Your best and last in each challenge you have done.
    public internal(set) var results: [Challenge.ID: PersonalResults] = [:]
    /// The training plans that are followed.
    public internal(set) var plans: [TrainingPlan] = []
    /// The local day, in days since 1970, at the last look at the calendar.
    public internal(set) var today: Int64 = 0
    /// What was done to a challenge last.
    public internal(set) var notice: Notice?
    public internal(set) var failure: Failure?
    /// Whether a challenge is being changed, and further changes have to wait.
    var isChangingOwn = false
    /// The change of a challenge that failed last, to be tried again.
    var refused: OwnWish?
    /// How workouts are timed.
    public var options = WorkoutOptions()
    /// Whether films of the exercises can be seen.
    let showsFilms: Bool
    @Presents public internal(set) var detail: ChallengeDetail.State?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    @Presents public internal(set) var history: History.State?
    @Presents public internal(set) var challengeEditor: ChallengeEditor.State?

    public init(catalogue: Catalogue = .standard, showsFilms: Bool = true) {
      self.showsFilms = showsFilms
      standard = catalogue
      self.catalogue = catalogue
    }

    public var selectedChallenge: Challenge? {
      let challenges = visibleChallenges
      return challenges.indices.contains(selection) ? challenges[selection] : nil
    }

    /// The selected challenge, if somebody made it.
    public var selectedOwnChallenge: Challenge? {
      selectedChallenge.flatMap { $0.id.isOwn ? $0 : nil }
    }

    /// The challenges that are searched for, kind by kind.
    public var visibleChallenges: [Challenge] { catalogue.challenges(matching: query) }

    /// Whether there is a workout that quitting would end.
    public var isWorkoutUnderWay: Bool { detail?.activeWorkout?.isUnderWay == true }

    /// Whether there is a workout that is to be saved before the program ends.
    public var isWorkoutUnsaved: Bool { detail?.activeWorkout?.isUnsaved == true }

    /// Whether a workout has the whole screen.
    public var isOnFloor: Bool { detail?.activeWorkout?.isOnFloor == true }

    /// Whether what is typed is text, and no command.
    public var isTyping: Bool {
      detail == nil && errorSheet == nil
        && (challengeEditor != nil || history?.editor != nil || history == nil && isSearching)
    }

    /// Whether something of a workout is being written that quitting must wait for.
    public var isSaving: Bool {
      detail?.activeWorkout?.isSaving == true || detail?.plan.isSaving == true
    }

    /// Whether something moves that nobody should pay for out of sight.
    var isAnimated: Bool { detail?.isVideoPlaying == true }
  }

  // Indirect, as `WorkoutTimer.Action` says.
  public indirect enum Action: Sendable {
    case onAppear
    /// Something else is shown in the tab's place.
    case onDisappear
    case selectionMoved(by: Int)
    case openButtonTapped
    case nextSessionButtonTapped
    /// A workout that was begun before is taken up again.
    case workoutRestored(WorkoutDraft, Resumption)
    /// Somebody on the leaderboard is to be raced against.
    case raceRequested(Challenge.ID, Ghost)
    case searchButtonTapped
    case searchTyped(Character)
    case searchBackspaced
    case searchCancelled
    case historyButtonTapped
    case addButtonTapped
    case editButtonTapped
    case deleteButtonTapped
    case undoButtonTapped
    case stopRequested
    case scenePhaseChanged(ScenePhase)
    case resultsResponse(Result<[Challenge.ID: PersonalResults], Failure>)
    case plansResponse(Result<[TrainingPlan], Failure>)
    case ownResponse(Result<OwnChallenges, Failure>)
    case ownChangeResponse(Result<OwnChange, Refused<OwnWish>>)
    case detail(PresentationAction<ChallengeDetail.Action>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case history(PresentationAction<History.Action>)
    case challengeEditor(PresentationAction<ChallengeEditor.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
      /// A workout could not be saved; it is in a file.
      case workoutLeftUnsaved(UnsavedWorkout)
      /// Somebody made, changed or deleted a challenge.
      case catalogueChanged(Catalogue)
    }
  }

  enum CancelID { case results, own, plans }

  @Dependency(\.workouts) var workouts
  @Dependency(\.plans) var plans
  @Dependency(\.date.now) var now
  @Dependency(\.challenges) var challenges

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(loadResults(), loadOwn(), loadPlans())

      case .onDisappear:
        return state.detail == nil ? .none : .send(.detail(.presented(.onDisappear)))

      case .selectionMoved(let offset):
        state.selection = state.selection.moved(by: offset, in: state.visibleChallenges.count)
        state.notice = nil
        return .none

      case .searchButtonTapped:
        state.isSearching = true
        return .none

      case .searchTyped(let character):
        state.search((state.query + String(character)).typeable)
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

      case .openButtonTapped:
        guard let challenge = state.selectedChallenge else { return .none }
        state.notice = nil
        state.detail = state.detail(of: challenge)
        return .send(.detail(.presented(.onAppear)))

      case .nextSessionButtonTapped:
        return startNextSession(&state)

      case .workoutRestored(let draft, let resumption):
        guard let challenge = state.catalogue[draft.challenge] else { return .none }
        guard state.detail == nil else { return close(before: action, &state) }
        // Nothing may come between a workout and its keys.
        state.errorSheet = nil
        state.detail = state.detail(
          of: challenge, plan: state.plans.first { $0.challenge == challenge.id })
        return .merge(
          .send(.detail(.presented(.onAppear))),
          .send(.detail(.presented(.workoutRestored(draft, resumption)))))

      case .raceRequested(let challenge, let ghost):
        return race(challenge, against: ghost, &state)

      case .historyButtonTapped:
        state.history = History.State(catalogue: state.catalogue)
        return .send(.history(.presented(.onAppear)))

      case .addButtonTapped:
        state.challengeEditor = ChallengeEditor.State()
        return .none

      case .editButtonTapped:
        guard let challenge = state.selectedOwnChallenge else { return .none }
        state.challengeEditor = ChallengeEditor.State(challenge)
        return .none

      case .deleteButtonTapped:
        guard let challenge = state.selectedOwnChallenge else { return .none }
        return change(&state, .delete(challenge))

      case .undoButtonTapped:
        return change(&state, .undo)

      case .stopRequested:
        guard state.isWorkoutUnsaved else { return .none }
        return .send(.detail(.presented(.stopRequested)))

      case .scenePhaseChanged(let phase):
        guard state.detail != nil else { return .none }
        return .send(.detail(.presented(.scenePhaseChanged(phase))))

      case .resultsResponse(.success(let results)):
        state.results = results
        state.failure = nil
        return .none

      case .resultsResponse(.failure(let failure)), .ownResponse(.failure(let failure)),
        .plansResponse(.failure(let failure)):
        return explain(failure, safe: "Your workouts are as they were.", &state)

      case .errorSheet(.presented(.delegate(.retryRequested))):
        state.errorSheet = nil
        guard let wish = state.refused else {
          return .merge(loadResults(), loadOwn(), loadPlans())
        }
        return change(&state, wish)

      case .errorSheet(.dismiss):
        state.refused = nil
        return .none

      case .plansResponse(.success(let plans)):
        state.plans = plans
        state.today = today
        return .none

      case .ownResponse(.success(let own)):
        let isOther = state.use(own)
        return isOther ? .send(.delegate(.catalogueChanged(state.catalogue))) : .none

      case .ownChangeResponse(.success(let change)):
        state.isChangingOwn = false
        let isOther = state.use(change.own, selected: change.selected)
        state.notice = change.notice
        state.failure = nil
        return isOther ? .send(.delegate(.catalogueChanged(state.catalogue))) : .none

      case .ownChangeResponse(.failure(let refused)):
        state.isChangingOwn = false
        state.refused = refused.wish
        return explain(refused.failure, safe: "Your challenges are as they were.", &state)

      case .challengeEditor(.presented(.delegate(.saved(let challenge)))):
        let isNew = state.challengeEditor?.original == nil
        state.challengeEditor = nil
        return change(&state, .keep(challenge, isNew: isNew))

      case .challengeEditor(.presented(.delegate(.cancelled))):
        state.challengeEditor = nil
        return .none

      case .detail(.presented(.delegate(.workoutSaved(let saved)))):
        return .merge(
          loadResults(), .send(.delegate(.workoutSaved(saved))))

      case .detail(.presented(.delegate(.workoutLeftUnsaved(let unsaved)))):
        return .send(.delegate(.workoutLeftUnsaved(unsaved)))

      case .detail(.presented(.delegate(.planChanged))):
        return loadPlans()

      case .detail(.presented(.delegate(.closed))):
        state.detail = nil
        return .none

      case .history(.presented(.delegate(.changed))):
        return loadResults()

      case .history(.presented(.delegate(.closed))):
        state.history = nil
        return .none

      case .detail, .history, .challengeEditor, .errorSheet, .delegate:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) {
      ChallengeDetail()
    }
    .ifLet(\.$errorSheet, action: \.errorSheet) {
      ErrorHandling()
    }
    .ifLet(\.$history, action: \.history) {
      History()
    }
    .ifLet(\.$challengeEditor, action: \.challengeEditor) {
      ChallengeEditor()
    }
  }
}
