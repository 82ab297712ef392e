import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures

/// Tests of the pages of a group's leaderboard, with and without the network.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardGroupPagesTests {
  let clock = TestClock()

  func app(_ group: GroupStub, size: Size = Size(80, 24)) -> VirtualApp {
    let app = VirtualApp(size: size) {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    app.press("2", "b")
    return app
  }

  func board(_ group: GroupStub) async -> TestStoreOf<Leaderboard> {
    await .showing(group, clock)
  }

  func close(_ store: TestStoreOf<Leaderboard>) async {
    await store.send(.command(.unfollow))
    await store.finish()
  }

  @Test func `pages are loaded by cursor in both directions`() async {
    let group = GroupStub(total: 1000, you: 500)
    let store = await board(group)
    func move(by offset: Int) async {
      await store.send(.view(.selectionMoved(by: offset)))
      if store.state.isLoading { await store.receive(\._internal.loadResponse.success) }
      let (first, count) = (
        store.state.window.entries.first?.id ?? 0, store.state.window.entries.count
      )
      #expect(store.state.window.entries.map(\.id) == (first..<first + Int64(count)).map { $0 })
      #expect(count <= LeaderboardWindow.maxCount)
    }
    await store.send(.view(.yourPlaceButtonTapped))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.selected?.isYou == true && store.state.window.selected?.rank == 501)
    // The first page is shorter than the others, so trimming the window could split a page.
    for _ in 1...50 { await move(by: -10) }
    #expect(store.state.window.selected?.rank == 1)
    for _ in 1...40 { await move(by: 10) }
    #expect(store.state.window.selected?.rank == 401)
    for _ in 1...30 { await move(by: -10) }
    #expect(store.state.window.selected?.rank == 101)
    await move(by: .min)
    #expect(store.state.window.selected?.rank == 1 && !store.state.window.hasPreviousPages)
    await close(store)
  }

  @Test func `your place is always shown, and a key leads to its neighbors`() {
    let app = app(GroupStub(total: 130, you: 116))
    #expect(app.shows("You're 117th with 384 reps") && app.shows("130 people"))
    app.press("y")
    #expect(app.shows("Member 116 (you)") && app.shows("Member 115") && app.shows("Member 117"))
    #expect(app.shows("1 rep behind 116th"))
    app.press("1")
  }

  @Test
  func `the stored page appears at once, and the current page keeps the selection`()
    async
  {
    let group = GroupStub(total: 30, you: 3, delayedBy: clock)
    let store = TestStore(initialState: Leaderboard.State(catalogue: .sample)) {
      Leaderboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      group.join(&$0.leaderboards)
    }
    store.exhaustivity = .off
    await store.send(
      ._internal(.sourcesResponse(.success([.machine, LeaderboardSource(GroupStub.club)]))))
    await store.send(.view(.boardButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.loadResponse.success)
    // Changes the ranks and then the period, so the stored page is shown first.
    group.set { $0.members.swapAt(5, 9) }
    await store.send(.view(.filterChanged(.thisWeek)))
    await store.receive(\._internal.lastSeenPage)
    #expect(store.state.window.entries.count == 20 && store.state.isLoading)
    await store.send(.view(.selectionMoved(by: 5)))
    #expect(store.state.window.selected?.name == "Member 5")
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.loadResponse.success)
    #expect(
      store.state.window.selected?.name == "Member 5" && store.state.window.selected?.rank == 10)
    #expect(!store.state.isLoading && store.state.window.age == nil)
    await close(store)
  }

  @Test func `without the network, entries are shown with their age and the error`() async {
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
      $0.date = .constant(.monday.addingTimeInterval(3 * 3600 + 5))
    }
    app.press("2", "b")
    #expect(app.shows("Member 0") && !app.shows("As of"))
    group.set { $0.isOnline = false }
    app.press("r")
    #expect(app.shows("Member 0") && app.shows("As of 3 hours ago. The server of the group cannot"))
    #expect(!app.shows("Something went wrong") && !app.shows("Your data"))
    app.press(.down, "r")
    #expect(app.shows("Member 1") && app.shows("As of 3 hours ago."))
    // The app retries without a key press.
    group.set { $0.isOnline = true }
    await app.advance(by: Leaderboard.retryDelay)
    #expect(!app.shows("As of") && app.shows("Member 0"))
    app.press("1")
  }

  @Test func `nothing is retried while another tab is on screen`() async {
    let group = GroupStub(total: 30)
    let app = app(group)
    group.set { $0.isOnline = false }
    app.press("r", "1")
    let count = group.requests.count
    await app.advance(by: Leaderboard.retryDelay * 3)
    #expect(group.requests.count == count)
  }

  @Test func `a leaderboard that was never loaded says why it is empty`() {
    let group = GroupStub(total: 30)
    group.set { $0.isOnline = false }
    let app = app(group)
    #expect(app.shows("the server of the group cannot be reached; check the network"))
    #expect(app.shows("Press r to try again.") && !app.shows("Something went wrong"))
    #expect(!app.shows("people"))
    group.set { $0.isOnline = true }
    app.press("r")
    #expect(app.shows("Member 0") && !app.shows("check the network"))
    app.press("1")
  }

  @Test func `a server that repeats entries does not keep the app loading`() async {
    let group = GroupStub(total: 30)
    let store = await board(group)
    store.dependencies.leaderboards = LeaderboardsClient(
      sources: { [.machine, LeaderboardSource(GroupStub.club)] },
      client: { _ in
        var client = group.client
        client.page = { _, _, _ in
          var page = LeaderboardStub(total: 12).page(0..<12)
          page.next = page.standings.last.map {
            .init(challenge: "pushups-2min", week: nil, standing: $0, position: 12, token: "more")
          }
          page.previous = page.next
          page.standings += page.standings
          return page
        }
        return client
      })
    await store.send(.view(.refreshButtonTapped))
    await store.receive(\._internal.loadResponse.success)
    await store.send(.view(.selectionMoved(by: 1)))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 12 && !store.state.window.hasPreviousPages)
    await store.send(.view(.selectionMoved(by: 11)))
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.count == 12 && !store.state.window.hasMorePages)
    #expect(!store.state.isLoading)
    await close(store)
  }

  @Test func `without the network, a line says why a rival's workout is missing`() {
    let group = GroupStub(total: 5, you: 0)
    let app = app(group)
    group.set { $0.isOnline = false }
    app.press("g")
    #expect(app.shows("check the network") && app.shows("Member 0"))
    app.press(.enter)
    #expect(app.shows("check the network") && !app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("The club"))
    app.press("1")
  }

  @Test func `typed and imported results have marks, and words for screen readers`() {
    let group = GroupStub(total: 5, you: 1)
    group.set { $0.provenances = [1: .typed, 2: .imported] }
    let app = app(group)
    #expect(app.shows("Member 1 (you) *") && app.shows("Member 2 +"))
    #expect(app.shows("* typed in   + imported"))
    app.press("1")
    var environment = Environment()
    environment.canDrawGraphics = false
    let plain = VirtualApp(environment: environment) {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    plain.press("2", "b")
    #expect(plain.shows("Member 1 (you), typed in") && plain.shows("Member 2, imported"))
    plain.press("1")
  }
}
