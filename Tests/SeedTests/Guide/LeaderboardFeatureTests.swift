import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct LeaderboardFeatureTests {
  private struct Offline: Error {}

  private nonisolated static func page(_ page: Int, of total: Int) -> [LeaderboardEntry] {
    let size = LeaderboardFeature.pageSize
    return (page * size..<min((page + 1) * size, total)).map {
      LeaderboardEntry(id: UUID($0), rank: $0 + 1, name: "Person \($0)")
    }
  }

  private func board(
    total: Int, state: LeaderboardFeature.State = LeaderboardFeature.State()
  ) -> TestStoreOf<LeaderboardFeature> {
    TestStore(initialState: state) {
      LeaderboardFeature()
    } withDependencies: {
      $0.apiClient.fetchLeaderboard = { page, _ in Self.page(page, of: total) }
    }
  }

  @Test func `pages are loaded from the first to the last`() async {
    let store = board(total: 25)
    await store.send(.onAppear)
    await store.receive(\.loadNextPage) { $0.isLoading = true }
    await store.receive(\.loadResponse.success) {
      $0.isLoading = false
      $0.currentPage = 1
      $0.entries = IdentifiedArray(uniqueElements: Self.page(0, of: 25))
    }
    await store.send(.onAppear)
    await store.send(.loadNextPage) { $0.isLoading = true }
    await store.receive(\.loadResponse.success) {
      $0.isLoading = false
      $0.currentPage = 2
      $0.hasMorePages = false
      $0.entries.append(contentsOf: Self.page(1, of: 25))
    }
    await store.send(.loadNextPage)
    #expect(store.state.entries[id: UUID(24)]?.rank == 25)
  }

  @Test func `changing the filter and pulling to refresh reload the first page`() async {
    let store = board(total: 1)
    store.exhaustivity = .off
    await store.send(.filterChanged(.thisWeek)) {
      $0.filter = .thisWeek
      $0.entries = []
    }
    await store.receive(\.loadResponse.success) { $0.currentPage = 1 }
    await store.send(.pullToRefresh) { $0.currentPage = 0 }
    await store.receive(\.loadResponse.success) {
      $0.entries = IdentifiedArray(uniqueElements: Self.page(0, of: 1))
    }
  }

  @Test func `a page that cannot be loaded does not change the leaderboard`() async {
    let store = TestStore(initialState: LeaderboardFeature.State()) {
      LeaderboardFeature()
    } withDependencies: {
      $0.apiClient.fetchLeaderboard = { _, _ in throw Offline() }
    }
    await store.send(.loadNextPage) { $0.isLoading = true }
    await store.receive(\.loadResponse.failure) { $0.isLoading = false }
  }
}

// MARK: - The feature

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

/// A client for the server of the guide's features.
@DependencyClient
struct APIClient: Sendable {
  var fetchLeaderboard:
    @Sendable (_ page: Int, _ filter: LeaderboardFeature.State.TimeFilter) async throws ->
      [LeaderboardEntry]
  var submitWorkout:
    @Sendable (_ challengeID: Int, _ repCount: Int, _ duration: Duration) async throws -> Void
}

extension APIClient: TestDependencyKey {
  static let testValue = APIClient()
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}
