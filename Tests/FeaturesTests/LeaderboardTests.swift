import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct LeaderboardTests {
  func board(
    _ prepare: (inout DependencyValues) -> Void
  ) -> TestStoreOf<Leaderboard> {
    TestStore(initialState: Leaderboard.State(catalogue: .sample)) {
      Leaderboard()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test func `appearing loads the first page, and reloads it later`() async {
    let store = board {
      $0.leaderboard.page = { range, _, _ in LeaderboardStub(total: 3).page(range) }
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    await store.receive(\._internal.loadResponse.success) {
      $0.isLoading = false
      $0.window.participantCount = 3
      $0.window.entries = IdentifiedArray(
        uniqueElements: LeaderboardStub(total: 3).page(.after(nil)).standings)
      $0.window.topScore = $0.window.entries.first?.score
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    await store.receive(\._internal.loadResponse.success) { $0.isLoading = false }
  }

  @Test func `scrolling near the end appends the next page`() async {
    let store = board {
      $0.leaderboard.page = { range, _, _ in LeaderboardStub(total: 45).page(range) }
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 20)
    await store.send(.view(.selectionMoved(by: 5)))
    #expect(!store.state.isLoading)
    await store.send(.view(.selectionMoved(by: 10))) { $0.isLoading = true }
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.map(\.rank) == Array(1...40))
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.map(\.rank) == Array(1...45))
    await store.send(.view(.selectionMoved(by: 1000))) { $0.isLoading = false }
  }

  @Test func `another filter reloads the list and ignores a page of the old one`() async {
    let clock = TestClock()
    let store = board {
      $0.leaderboard.page = { range, filter, _ in
        if filter == .allTime { try await clock.sleep(for: .seconds(1)) }
        return LeaderboardStub(total: filter == .thisWeek ? 1 : 3).page(range)
      }
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    // The slow page of all time is still being loaded.
    await store.send(.view(.filterChanged(.thisWeek))) { $0.filter = .thisWeek }
    await store.receive(\._internal.loadResponse.success) {
      $0.isLoading = false
      $0.window.participantCount = 1
      $0.window.entries = IdentifiedArray(
        uniqueElements: LeaderboardStub(total: 1).page(.after(nil)).standings)
      $0.window.topScore = $0.window.entries.first?.score
    }
    await clock.advance(by: .seconds(2))
    await store.send(.view(.filterChanged(.thisWeek)))
  }

  @Test func `live only is a filter of this machine's leaderboards`() async {
    let filters = Mutex<[LeaderboardFilter]>([])
    let store = board {
      $0.leaderboard.page = { range, filter, _ in
        filters.withLock { $0.append(filter) }
        return LeaderboardStub(total: filter.isLiveOnly ? 1 : 3).page(range)
      }
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.loadResponse.success)
    await store.send(.view(.liveFilterToggled)) { $0.isLiveOnly = true }
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 1)
    #expect(store.state.boardFilter.title == "All time, live only")
    await store.send(.view(.liveFilterToggled)) { $0.isLiveOnly = false }
    await store.receive(\._internal.loadResponse.success)
    #expect(filters.withLock { $0.map(\.isLiveOnly) } == [false, true, false])
  }

  @Test func `a failure to read a page is shown, and a refresh retries`() async {
    let store = board { $0.leaderboard.page = { _, _, _ in throw SampleError() } }
    await store.send(.command(.load)) { $0.isLoading = true }
    await store.receive(\._internal.loadResponse.failure) {
      $0.isLoading = false
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "All scores are unchanged.", canRetry: true))
    }
    await store.send(.view(.refreshButtonTapped)) {
      $0.isLoading = true
      $0.failure = nil
      $0.destination = nil
    }
    await store.receive(\._internal.loadResponse.failure) {
      $0.isLoading = false
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "All scores are unchanged.", canRetry: true))
    }
  }

  @Test func `entries stay on the screen if a refresh fails`() {
    let shouldFail = Mutex(false)
    let app = VirtualApp { values in
      values.leaderboard.page = { range, _, _ in
        if shouldFail.withLock({ $0 }) { throw SampleError() }
        return LeaderboardStub(total: 3).page(range)
      }
    }
    app.press("2")
    shouldFail.withLock { $0 = true }
    app.press("r")
    #expect(app.shows("Person 2") && app.shows("the disk is full") && app.shows("Press r"))
  }

  @Test func `moving through the challenges wraps around`() async {
    let store = board {
      $0.leaderboard.page = { range, _, _ in LeaderboardStub(total: 0).page(range) }
    }
    store.exhaustivity = .off
    await store.send(.view(.challengeChanged(by: -1)))
    #expect(store.state.challenge == .burpees)
    await store.send(.view(.challengeChanged(by: 1)))
    #expect(store.state.challenge == .pushUps)
    await store.finish()
  }
}
