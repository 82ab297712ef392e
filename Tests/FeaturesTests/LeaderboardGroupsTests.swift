import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import Features

/// Tests of the switch between this machine's leaderboard and those of groups, and of live changes.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardGroupsTests {
  let clock = TestClock()

  func board(_ group: GroupStub) async -> TestStoreOf<Leaderboard> {
    await .showing(group, clock)
  }

  /// Ends the effects that run while the tab is on screen.
  func close(_ store: TestStoreOf<Leaderboard>) async {
    await store.send(.command(.unfollow))
    await store.finish()
  }

  @Test func `without a group nothing of groups is on the screen`() {
    let requestCount = Mutex(0)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.groups.groups = {
        requestCount.withLock { $0 += 1 }
        return []
      }
    }
    #expect(requestCount.withLock { $0 } == 0)
    app.press("2")
    #expect(requestCount.withLock { $0 } == 1)
    let before = app.text
    app.press("b", "P", "y")
    #expect(app.text == before && !app.shows("This machine"))
  }

  @Test func `the switch shows each group, and this machine after the last one`() {
    let group = GroupStub(total: 30, you: 2, groups: [GroupStub.club, GroupStub.office])
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.groups = group.client
    }
    app.press("2")
    #expect(app.shows("This machine") && app.shows("Person 0") && app.shows("b group"))
    app.press("b")
    #expect(app.shows("The club") && app.shows("Member 2 (you)") && app.shows("30 people"))
    #expect(app.shows("not published"))
    app.press("b")
    #expect(app.shows("The office") && !app.shows("The club"))
    app.press("b")
    #expect(app.shows("This machine") && app.shows("Person 0") && !group.isWatched)
    app.press("b", "1", "2")
    #expect(app.shows("The club"))
    app.press("1")
  }

  @Test func `a group that was left is no longer shown`() async {
    let groups = Mutex([GroupStub.club])
    let store = await board(GroupStub(total: 3))
    store.dependencies.groups.groups = { groups.withLock { $0 } }
    groups.withLock { $0 = [] }
    await store.send(.command(.follow))
    await store.receive(\._internal.groupsResponse.success) { $0.group = nil }
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.entries.first?.name == "Person 0")
    await close(store)
  }

  @Test func `changes in quick succession cost one reload, and the same person stays selected`()
    async
  {
    let group = GroupStub(total: 30)
    let store = await board(group)
    await store.send(.view(.selectionMoved(by: 4)))
    group.set { $0.members.swapAt(4, 12) }
    for _ in 1...5 { await group.change() }
    await group.change("plank")
    #expect(group.requests == [.first])
    await clock.advance(by: Leaderboard.changeDelay)
    await store.receive(\._internal.groupPageResponse.success)
    #expect(group.requests == [.first, .around(4)])
    #expect(store.state.selected?.name == "Member 4" && store.state.selected?.rank == 13)
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `frequent changes do not cancel a slow reload, and one more follows`() async {
    let group = GroupStub(total: 30, delayedBy: clock)
    let store = TestStore(initialState: Leaderboard.State(catalogue: .sample)) {
      Leaderboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.groups = group.client
    }
    store.exhaustivity = .off
    await store.send(.command(.follow))
    await store.receive(\._internal.groupsResponse.success)
    await store.send(.view(.boardButtonTapped))
    for _ in 1...9 {
      await group.change()
      await clock.advance(by: .milliseconds(100))
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\._internal.groupPageResponse.success)
    #expect(group.requests.count == 1)
    await clock.advance(by: .seconds(5))
    await store.receive(\._internal.groupPageResponse.success)
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `a leaderboard of another challenge that changes is not loaded`() async {
    let group = GroupStub(total: 30)
    let store = await board(group)
    await group.change("burpees-1min")
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 1)
    // After a lost connection anything may have changed.
    await group.change(nil)
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `changes are watched while the tab is on screen`() {
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.groups = group.client
    }
    app.press("2")
    #expect(!group.isWatched)
    app.press("b")
    #expect(group.isWatched)
    app.press("1")
    #expect(!group.isWatched)
    app.press("2")
    #expect(group.isWatched && app.shows("The club"))
    app.press(",")
    #expect(!group.isWatched)
    app.press(.escape)
    #expect(group.isWatched)
    app.send(.suspended)
    #expect(!group.isWatched)
    app.send(.resumed)
    #expect(group.isWatched)
    app.press("1")
  }

  @Test func `a watch that the server refused starts again with a refresh`() {
    let shouldFail = Mutex(true)
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.groups = group.client
      $0.groups.watch = { id, changed in
        if shouldFail.withLock({ $0 }) { throw GroupStub.Unreachable() }
        try await group.client.watch(group: id, changed: changed)
      }
    }
    app.press("2", "b")
    #expect(app.shows("Press r to try again.") && app.shows("Member 0"))
    shouldFail.withLock { $0 = false }
    app.press("r")
    #expect(group.isWatched && !app.shows("try again"))
    app.press("1")
  }
}
