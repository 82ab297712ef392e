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
