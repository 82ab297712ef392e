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
    public internal(set) var entries: IdentifiedArrayOf<Standing> = []
    /// Your own line, wherever it is.
    public internal(set) var you: Standing?
    public internal(set) var participantCount = 0
    /// The week that is shown; `nil` for all time.
    public internal(set) var week: Week?
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    var nextPage: Standing.Cursor?
    @Presents public internal(set) var replay: Replay.State?

    public init(catalogue: Catalogue = .standard) {
      self.catalogue = catalogue
    }

    public var challenge: Challenge { catalogue.challenges[challengeIndex] }
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
    }

    public var hasMorePages: Bool { nextPage != nil }
  }

  public enum Action: Sendable {
    case onAppear
    case filterChanged(TimeFilter)
    case challengeChanged(by: Int)
    case challengeSelected(Challenge.ID)
    case selectionMoved(by: Int)
    case pullToRefresh
    case replayButtonTapped
    case loadResponse(Result<LeaderboardPage, Failure>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case replay(PresentationAction<Replay.Action>)
  }

  enum CancelID { case page }

  @Dependency(\.leaderboard) var leaderboard

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .pullToRefresh:
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
        let isNearEnd = state.selection >= state.entries.count - LeaderboardPage.size / 2
        guard isNearEnd, state.hasMorePages, !state.isLoading else { return .none }
        return load(&state, after: state.nextPage)

      case .replayButtonTapped:
        guard state.entries.indices.contains(state.selection) else { return .none }
        state.replay = Replay.State(state.entries[state.selection], of: state.challenge)
        return .send(.replay(.presented(.onAppear)))

      case .replay(.presented(.delegate(.closed))):
        state.replay = nil
        return .none

      case .replay:
        return .none

      case .loadResponse(.success(let page)):
        show(page, &state)
        return .none

      case .loadResponse(.failure(let failure)):
        state.isLoading = false
        state.failure = failure
        // Over a workout that is played again it would be out of place.
        guard state.replay == nil else { return .none }
        state.errorSheet = ErrorHandling.State(
          failure, safe: "All scores are as they were.", canRetry: true)
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        return reload(&state)

      case .errorSheet:
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

  /// Shows another leaderboard from its first page.
  private func startOver(_ state: inout State) -> Effect<Action> {
    state.clear()
    return reload(&state)
  }

  /// Loads the first page again; what is shown stays until it is there.
  private func reload(_ state: inout State) -> Effect<Action> {
    state.nextPage = nil
    return load(&state, after: nil)
  }

  private func load(_ state: inout State, after cursor: Standing.Cursor?) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    state.errorSheet = nil
    return .run { [filter = state.filter, challenge = state.challenge.id] send in
      await send(
        .loadResponse(
          outcome {
            try await leaderboard.page(after: cursor, filter: filter, challenge: challenge)
          }))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func show(_ page: LeaderboardPage, _ state: inout State) {
    // A page that follows another begins where that one ended; the first replaces what was there.
    if state.nextPage == nil { state.entries = [] }
    for standing in page.standings { state.entries.updateOrAppend(standing) }
    state.nextPage = page.next
    state.you = page.you
    state.week = page.week
    state.participantCount = page.participants
    state.selection = state.selection.moved(by: 0, in: state.entries.count)
    state.isLoading = false
  }
}
