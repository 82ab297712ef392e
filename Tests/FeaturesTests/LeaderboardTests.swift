import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import AppFeatures
@testable import SharedFeatures

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

  @Test func `appearing loads the first page, and appearing again reloads it`() async {
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

  @Test func `the next start shows the challenge and the filters that were chosen last`() async {
    let store = board {
      $0.leaderboard.page = { range, _, _ in LeaderboardStub(total: 3).page(range) }
    }
    store.exhaustivity = .off
    await store.send(.view(.challengeChanged(by: 2)))
    await store.send(.view(.filterChanged(.thisWeek)))
    await store.send(.view(.liveFilterToggled))
    await store.skipReceivedActions()
    let next = Leaderboard.State(catalogue: .sample)
    #expect(next.challenge.id == next.catalogue.challenges[2].id)
    #expect(next.challenge == store.state.challenge)
    #expect(next.filter == .thisWeek && next.isLiveOnly)
  }

  @Test func `a new filter reloads the list, and a late page of the old filter is ignored`() async {
    let clock = TestClock()
    let store = board {
      $0.leaderboard.page = { range, filter, _ in
        if filter == .allTime { try await clock.sleep(for: .seconds(1)) }
        return LeaderboardStub(total: filter == .thisWeek ? 1 : 3).page(range)
      }
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    // The slow all-time page is still being loaded.
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

  @Test func `your entry is marked as your best only on the all-time leaderboard`() {
    var state = Leaderboard.State(catalogue: .sample)
    var standing = Standing(
      id: 1, rank: 2, name: "Ann", score: Score(reps: 10, duration: .seconds(60), rankKey: 0),
      achievedAt: .monday, isYou: true, workout: UUID(1))
    #expect(state.place(of: standing) == .rank(2, of: 0, filter: .allTime, isBest: true))
    state.filter = .thisWeek
    #expect(state.place(of: standing) == .rank(2, of: 0, filter: .thisWeek, isBest: false))
    state.filter = .allTime
    standing.isYou = false
    #expect(state.place(of: standing) == .rank(2, of: 0, filter: .allTime, isBest: false))
  }

  @Test func `the live-only filter applies to this machine's leaderboards`() async {
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
    await store.send(.view(.liveFilterToggled)) { $0.$isLiveOnly.set(true) }
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 1)
    #expect(store.state.boardFilter.title == "All time, live only")
    await store.send(.view(.liveFilterToggled)) { $0.$isLiveOnly.set(false) }
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

// MARK: - Pages

/// Tests of leaderboards with more than one page.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardPagingTests {
  /// A log of requested cursors: the number of places before each page.
  final class RequestLog: Sendable {
    let positions = Mutex<[Int]>([])
    let shouldFail = Mutex(false)

    func client(_ board: LeaderboardStub) -> LeaderboardClient {
      var client = board.client
      client.page = { range, _, challenge in
        if case .after(let cursor) = range {
          self.positions.withLock { $0.append(cursor?.position ?? 0) }
        }
        if self.shouldFail.withLock({ $0 }) { throw SampleError() }
        return board.page(range, in: challenge)
      }
      return client
    }
  }

  let requests = RequestLog()

  func board(
    _ total: Int = 130, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<Leaderboard> {
    let store = TestStore(initialState: Leaderboard.State(catalogue: .sample)) {
      Leaderboard()
    } withDependencies: {
      $0.leaderboard = requests.client(LeaderboardStub(total: total))
      prepare(&$0)
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.loadResponse.success)
    return store
  }

  @Test func `each page is requested once, up to the last`() async {
    let store = await board()
    while store.state.window.hasMorePages {
      await store.send(.view(.selectionMoved(by: 1000)))
      await store.receive(\._internal.loadResponse.success)
    }
    await store.send(.view(.selectionMoved(by: 1000)))
    #expect(store.state.window.entries.map(\.rank) == Array(1...130))
    #expect(store.state.window.selection == 129)
    #expect(requests.positions.withLock { $0 } == [0, 20, 40, 60, 80, 100, 120])
    #expect(!store.state.isLoading)
  }

  @Test func `a page that is being loaded is not requested again`() async {
    let clock = TestClock()
    let requests = requests
    let store = await board {
      let page = requests.client(LeaderboardStub(total: 130)).page
      $0.leaderboard.page = { range, filter, challenge in
        let page = try await page(range, filter, challenge)
        if range != .after(nil) { try await clock.sleep(for: .seconds(1)) }
        return page
      }
    }
    await store.send(.view(.selectionMoved(by: 1000))) { $0.isLoading = true }
    for _ in 1...3 { await store.send(.view(.selectionMoved(by: -1))) }
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.loadResponse.success) { $0.isLoading = false }
    #expect(requests.positions.withLock { $0 } == [0, 20])
    #expect(store.state.window.selection == 16)
  }

  @Test func `a failure to read a later page keeps the entries, and a retry reads it`() async {
    let store = await board()
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.loadResponse.success)
    requests.shouldFail.withLock { $0 = true }
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.loadResponse.failure)
    #expect(store.state.window.entries.count == 40 && store.state.window.selection == 39)
    #expect(store.state.destination?.errorSheet?.canRetry == true)
    requests.shouldFail.withLock { $0 = false }
    await store.send(._internal(.destination(.presented(.errorSheet(.delegate(.retryRequested))))))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.map(\.rank) == Array(1...60))
    #expect(store.state.window.selection == 39)
    #expect(requests.positions.withLock { $0 } == [0, 20, 40, 40])
  }

  @Test func `a refresh keeps the selection`() async {
    let store = await board()
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.loadResponse.success)
    await store.send(.view(.selectionMoved(by: 5)))
    #expect(store.state.window.selection == 24)
    await store.send(.view(.refreshButtonTapped))
    #expect(store.state.window.entries.count == 40)
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.selected?.rank == 25)
    #expect(store.state.window.entries.map(\.rank) == Array(5...44))
    #expect(store.state.window.hasPreviousPages && store.state.window.hasMorePages)
  }

  @Test func `a refresh selects the same person at another rank`() async {
    let hasNewcomer = Mutex(false)
    let store = await board(30) {
      $0.leaderboard.page = { range, _, challenge in
        var page = LeaderboardStub(total: 30).page(range, in: challenge)
        if hasNewcomer.withLock({ $0 }) {
          var first = page.standings[0]
          first = Standing(
            id: 99, rank: 1, name: "Zed", score: first.score, achievedAt: first.achievedAt,
            isYou: false, workout: first.workout)
          page.standings.insert(first, at: 0)
        }
        return page
      }
    }
    await store.send(.view(.selectionMoved(by: 3)))
    hasNewcomer.withLock { $0 = true }
    await store.send(.view(.refreshButtonTapped))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.selection == 4)
    #expect(store.state.window.selected?.name == "Person 3")
  }

  @Test func `after a failed refresh, scrolling still loads pages`() async {
    let store = await board()
    requests.shouldFail.withLock { $0 = true }
    await store.send(.view(.refreshButtonTapped))
    await store.receive(\._internal.loadResponse.failure)
    requests.shouldFail.withLock { $0 = false }
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 40)
  }

  @Test func `the list restarts if the week ends between two pages`() async {
    let isOver = Mutex(false)
    let store = await board(30) {
      $0.leaderboard.page = { range, _, _ in
        if isOver.withLock({ $0 }), range != .after(nil) { throw StaleCursor() }
        return LeaderboardStub(total: isOver.withLock { $0 } ? 2 : 30).page(range)
      }
    }
    isOver.withLock { $0 = true }
    await store.send(.view(.selectionMoved(by: 1000)))
    await store.receive(\._internal.weekEnded)
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 2 && store.state.destination?.errorSheet == nil)
  }

  @Test func `at most ten pages of a long leaderboard are in memory`() async {
    let total = 100_000
    let store = await board(total)
    var maxCount = 0
    func move(by offset: Int) async {
      await store.send(.view(.selectionMoved(by: offset)))
      if store.state.isLoading { await store.receive(\._internal.loadResponse.success) }
      let count = store.state.window.entries.count
      maxCount = max(maxCount, count)
      let first = store.state.window.entries.first?.id ?? 0
      #expect(store.state.window.entries.map(\.id) == (first..<first + Int64(count)).map { $0 })
    }
    for _ in 1...300 { await move(by: 10) }
    #expect(store.state.window.selected?.rank == 3001)
    for _ in 1...100 { await move(by: -10) }
    #expect(store.state.window.selected?.rank == 2001)
    await move(by: .max)
    #expect(store.state.window.selected?.rank == total)
    for _ in 1...100 { await move(by: -7) }
    #expect(store.state.window.selected?.rank == total - 700)
    for _ in 1...100 { await move(by: 9) }
    #expect(store.state.window.selected?.rank == total && !store.state.window.hasMorePages)
    await move(by: .min)
    #expect(store.state.window.selected?.rank == 1 && !store.state.window.hasPreviousPages)
    #expect(maxCount == LeaderboardWindow.maxCount)
  }

  @Test func `a refresh far down reads one page and keeps the selection`() async {
    let store = await board(100_000)
    await store.send(.view(.selectionMoved(by: .max)))
    await store.receive(\._internal.loadResponse.success)
    await store.send(.view(.selectionMoved(by: -12)))
    await store.receive(\._internal.loadResponse.success)
    let selected = store.state.window.selected
    let pages = requests.positions.withLock { $0.count }
    await store.send(.view(.refreshButtonTapped))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.selected == selected && selected?.rank == 99_988)
    #expect(store.state.window.entries.count < 3 * LeaderboardPage.size)
    #expect(requests.positions.withLock { $0.count } == pages)
  }

  @Test func `your place is always shown`() {
    let app = VirtualApp { $0.leaderboard = LeaderboardStub(total: 130, yourRank: 117).client }
    app.press("2")
    #expect(app.shows("You're 117th with 84 reps"))
    app.press(">", ">", ">", ">", ">", ">", ">")
    #expect(app.shows("Person 129") && app.shows("You're 117th"))
    #expect(app.shows("130 people"))
    app.press(.home)
    #expect(app.shows("Person 0") && app.shows("You're 117th"))
  }
}
