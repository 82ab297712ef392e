import Clients
import Models
import ReducerRuntime

/// Who has done best in a challenge, this week or ever.
@Reducer
public struct Leaderboard {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var catalogue: Catalogue
    /// Which challenge of the catalogue is shown.
    public internal(set) var challengeIndex = 0
    public internal(set) var filter = TimeFilter.allTime
    /// The lines around the selection, of which there are never more than ``Leaderboard/windowSize``.
    public internal(set) var entries: IdentifiedArrayOf<Standing> = []
    /// How many lines stand above ``entries``.
    public internal(set) var offset = 0
    /// Your own line, wherever it is.
    public internal(set) var you: Standing?
    public internal(set) var participantCount = 0
    /// The week that is shown; `nil` for all time.
    public internal(set) var week: Week?
    /// Counted from the first of ``entries``.
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// Why what was asked for last could not be done.
    public internal(set) var notice: String?
    public internal(set) var hasMorePages = false
    var request = Request.refresh
    @Presents public internal(set) var replay: Replay.State?

    public init(catalogue: Catalogue = .standard) {
      self.catalogue = catalogue
    }

    public var challenge: Challenge { catalogue.challenges[challengeIndex] }

    /// Shows a workout over the board of its challenge, as far as that is in the catalogue.
    mutating func show(_ replay: Replay.State) {
      self.replay = replay
      let index = catalogue.challenges.firstIndex { $0.id == replay.challenge.id }
      challengeIndex = index ?? challengeIndex
    }

    /// Takes another catalogue, and stays with the challenge that is shown, if that is still in it.
    mutating func use(_ catalogue: Catalogue) {
      let shown = challenge.id
      self.catalogue = catalogue
      if let index = catalogue.challenges.firstIndex(where: { $0.id == shown }) {
        challengeIndex = index
      } else {
        challengeIndex = 0
        clear()
      }
    }

    /// Shows nothing until another page is there.
    mutating func clear() {
      entries = []
      you = nil
      participantCount = 0
      selection = 0
      week = nil
      notice = nil
      offset = 0
      hasMorePages = false
    }
  }

  // Indirect, as `WorkoutTimer.Action` says.
  public indirect enum Action: Sendable {
    case onAppear
    case filterChanged(TimeFilter)
    case challengeChanged(by: Int)
    case challengeSelected(Challenge.ID)
    case selectionMoved(by: Int)
    case pullToRefresh
    case replayButtonTapped
    case raceButtonTapped
    case loadResponse(Result<LeaderboardPage, Failure>)
    /// The week that was being paged through is over.
    case weekEnded
    case raceResponse(Standing, Result<Workout?, Failure>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case replay(PresentationAction<Replay.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// A workout of this challenge is to be started against somebody's log.
      case raceRequested(Challenge.ID, Ghost)
    }
  }

  enum CancelID { case page, race }

  /// The most lines that are kept: some screens full, however many there are to scroll through.
  static let windowSize = 10 * LeaderboardPage.size

  @Dependency(\.leaderboard) var leaderboard

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .pullToRefresh:
        state.notice = nil
        // Also when it was here before: another program may have saved something meanwhile.
        return reload(&state)

      case .filterChanged(let filter):
        guard filter != state.filter else { return .none }
        state.filter = filter
        return startOver(&state)

      case .challengeChanged(let offset):
        let count = state.catalogue.challenges.count
        state.challengeIndex = (state.challengeIndex + offset % count + count) % count
        return startOver(&state)

      case .challengeSelected(let id):
        guard let index = state.catalogue.challenges.firstIndex(where: { $0.id == id }) else {
          return .none
        }
        state.challengeIndex = index
        return startOver(&state)

      case .selectionMoved(let offset):
        state.selection = state.selection.moved(by: offset, in: state.entries.count)
        state.notice = nil
        return loadWhatIsNear(&state, movedBy: offset)

      case .raceButtonTapped:
        guard let standing = state.selected else { return .none }
        return race(against: standing, &state)

      case .raceResponse(let standing, .success(let workout)):
        return startRace(against: standing, workout, &state)

      case .replayButtonTapped:
        guard let standing = state.selected else { return .none }
        state.replay = Replay.State(
          of: standing.workout, by: standing.name, in: state.challenge)
        return .send(.replay(.presented(.onAppear)))

      case .replay(.presented(.delegate(.closed))):
        state.replay = nil
        return .none

      case .replay:
        return .none

      case .loadResponse(.success(let page)):
        show(page, &state)
        return loadWhatIsNear(&state)

      case .weekEnded:
        // The pages of the new one begin with the first.
        return startOver(&state)

      case .loadResponse(.failure(let failure)), .raceResponse(_, .failure(let failure)):
        state.isLoading = false
        state.failure = failure
        // Over a workout that is played again it would be out of place.
        guard state.replay == nil else { return .none }
        state.errorSheet = ErrorHandling.State(
          failure, safe: "All scores are as they were.", canRetry: true)
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        switch state.request {
        case .refresh: return reload(&state)
        case .top, .previousPage, .nextPage, .end: return load(state.request, &state)
        case .race(let standing): return race(against: standing, &state)
        }

      case .errorSheet, .delegate:
        return .none
      }
    }
    .ifLet(\.$errorSheet, action: \.errorSheet) {
      ErrorHandling()
    }
    .ifLet(\.$replay, action: \.replay) {
      Replay()
    }
  }
}
