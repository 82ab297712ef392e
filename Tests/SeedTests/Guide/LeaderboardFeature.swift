import FoundationEssentials
import ReducerRuntime

/// The leaderboard of seed article 003: pages of entries with a filter.
@Reducer
struct LeaderboardFeature {
  @ObservableState
  struct State: Equatable, Sendable {
    var entries: IdentifiedArrayOf<LeaderboardEntry> = []
    var isLoading = false
    var hasMorePages = true
    var currentPage = 0
    var filter = TimeFilter.allTime

    enum TimeFilter: String, CaseIterable, Sendable {
      case thisWeek = "This Week"
      case allTime = "All Time"
    }

    fileprivate mutating func startOver() {
      entries = []
      currentPage = 0
      hasMorePages = true
    }
  }

  enum Action {
    case onAppear
    case loadNextPage
    case filterChanged(State.TimeFilter)
    case loadResponse(Result<[LeaderboardEntry], any Error>)
    case pullToRefresh
  }

  static let pageSize = 20
  private enum CancelID { case page }

  @Dependency(\.apiClient) var apiClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.entries.isEmpty ? .send(.loadNextPage) : .none

      case .loadNextPage:
        guard !state.isLoading, state.hasMorePages else { return .none }
        state.isLoading = true
        return .run { [page = state.currentPage, filter = state.filter] send in
          let entries = try await apiClient.fetchLeaderboard(page: page, filter: filter)
          await send(.loadResponse(.success(entries)))
        } catch: { error, send in
          await send(.loadResponse(.failure(error)))
        }
        .cancellable(id: CancelID.page, cancelInFlight: true)

      case .filterChanged(let filter):
        state.filter = filter
        state.startOver()
        // The request in flight belongs to the old filter.
        state.isLoading = false
        return .send(.loadNextPage)

      case .loadResponse(.success(let entries)):
        state.isLoading = false
        state.entries.append(contentsOf: entries)
        state.currentPage += 1
        state.hasMorePages = entries.count >= Self.pageSize
        return .none

      case .loadResponse(.failure):
        state.isLoading = false
        return .none

      case .pullToRefresh:
        state.startOver()
        return .send(.loadNextPage)
      }
    }
  }
}

struct LeaderboardEntry: Equatable, Identifiable, Sendable {
  let id: UUID
  var rank: Int
  var name: String
}
