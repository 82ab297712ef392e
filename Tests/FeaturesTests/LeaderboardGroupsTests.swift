import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import AppFeatures

/// Tests of the switch between the leaderboards of this machine and of groups, and tests of live changes.
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

  @Test func `a person without a group sees nothing about groups`() {
    let requestCount = Mutex(0)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      $0.leaderboards.sources = {
        requestCount.withLock { $0 += 1 }
        return [.machine]
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
      group.join(&$0.leaderboards)
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
    let store = await board(GroupStub(total: 3))
    store.dependencies.leaderboards.sources = { [.machine] }
    await store.send(.command(.follow))
    await store.receive(\._internal.sourcesResponse.success) {
      $0.sources = [.machine]
      $0.source = .machine
    }
    await store.receive(\._internal.loadResponse.success)
    #expect(store.state.window.entries.first?.name == "Person 0")
    await close(store)
  }

  @Test func `changes in quick succession cause one reload, which keeps the selection`()
    async
  {
    let group = GroupStub(total: 30)
    let store = await board(group)
    await store.send(.view(.selectionMoved(by: 4)))
    group.set { $0.members.swapAt(4, 12) }
    for _ in 1...5 { await group.change() }
    await group.change("plank")
    #expect(group.requests == [.after(nil)])
    await clock.advance(by: Leaderboard.changeDelay)
    await store.receive(\._internal.loadResponse.success)
    guard case .around(let standing) = group.requests.last else {
      Issue.record("the last request is not for a page around an entry")
      return
    }
    #expect(standing.id == 4 && group.requests.count == 2)
    #expect(
      store.state.window.selected?.name == "Member 4" && store.state.window.selected?.rank == 13)
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `frequent changes do not cancel a slow reload, and one more reload follows`() async {
    let group = GroupStub(total: 30, delayedBy: clock)
    let store = TestStore(initialState: Leaderboard.State(catalogue: .sample)) {
      Leaderboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    store.exhaustivity = .off
    await store.send(.command(.follow))
    await store.receive(\._internal.sourcesResponse.success)
    await store.send(.view(.boardButtonTapped))
    for _ in 1...9 {
      await group.change()
      await clock.advance(by: .milliseconds(100))
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\._internal.loadResponse.success)
    #expect(group.requests.count == 1)
    await clock.advance(by: .seconds(5))
    await store.receive(\._internal.loadResponse.success)
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `a change on another challenge's leaderboard loads nothing`() async {
    let group = GroupStub(total: 30)
    let store = await board(group)
    await group.change("burpees-1min")
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 1)
    // After a lost connection, any leaderboard may have changed.
    await group.change(nil)
    await clock.advance(by: .seconds(10))
    #expect(group.requests.count == 2)
    await close(store)
  }

  @Test func `changes are watched while the tab is on screen`() {
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
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

  @Test func `a refresh retries a refused connection for live changes`() {
    let shouldFail = Mutex(true)
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      var client = group.client
      client.watch = { changed in
        if shouldFail.withLock({ $0 }) { throw GroupStub.Unreachable() }
        try await group.client.watch(changed: changed)
      }
      $0.leaderboards.add({ [GroupStub.club] }) { [client] _ in client }
    }
    app.press("2", "b")
    #expect(app.shows("Press r to try again.") && app.shows("Member 0"))
    // The reason stays while entries are loaded.
    app.press(.right)
    #expect(app.shows("Press r to try again.") && app.shows("Member 0"))
    shouldFail.withLock { $0 = false }
    app.press("r")
    #expect(group.isWatched && !app.shows("try again"))
    app.press("1")
  }
}

// MARK: - Publishing

/// Tests of publishing workouts from the leaderboard of a group.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardPublishingTests {
  func app(_ group: GroupStub) -> VirtualApp {
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    app.press("2", "b")
    return app
  }

  @Test func `publishing starts and stops after a question that explains the visibility`() {
    let group = GroupStub(total: 30)
    let app = app(group)
    #expect(app.shows("not published"))
    app.press("P")
    #expect(app.shows("Everyone in The club sees your name there (Ann)"))
    #expect(app.shows("withdrawn") && app.shows("Enter publish"))
    app.press(.escape)
    #expect(app.shows("not published") && !app.shows("Everyone"))
    app.press("P", .enter)
    #expect(app.shows("published") && !app.shows("not published"))
    app.press("P")
    #expect(app.shows("Stop publishing?") && app.shows("on this machine."))
    app.press(.enter)
    #expect(app.shows("not published"))
    app.press("1")
  }

  @Test func `a failure to start publishing is explained`() {
    let group = GroupStub(total: 30)
    let app = VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3).client
      var client = group.client
      client.setPublished = { _, _ in throw SampleError() }
      $0.leaderboards.add({ [GroupStub.club] }) { [client] _ in client }
    }
    app.press("2", "b", "P", .enter)
    #expect(app.shows("the disk is full") && app.shows("not published"))
    app.press("1")
  }

  @Test func `the question is closed with its screen`() {
    let group = GroupStub(total: 30)
    let app = app(group)
    app.press("P", "1", "2")
    #expect(!app.shows("Everyone") && app.shows("not published"))
    app.press("P", .down, .enter)
    #expect(group.publication.isOn)
    app.press("1")
  }

  @Test func `waiting workouts and refusals are explained`() {
    let group = GroupStub(total: 30)
    group.set { $0.publication = Publication(isOn: true, waitingCount: 2) }
    let app = app(group)
    #expect(app.shows("2 workouts wait for the network"))
    group.set { $0.publication = Publication(isOn: false, waitingCount: 1) }
    app.press("r")
    #expect(app.shows("1 workout waits to be withdrawn"))
    group.set {
      $0.publication = Publication(
        isOn: true,
        refusal: .init(workout: UUID(1), reason: "it ends in the future; check the clock"))
    }
    app.press("r")
    #expect(app.shows("The group refused a workout: it ends in the future; check the clock."))
    group.set { $0.publication = Publication(isOn: true, waitingCount: 1, failure: "no answer") }
    app.press("r")
    #expect(app.shows("Publishing: no answer.") && app.shows("1 workout waits for the network"))
    app.press("1")
  }
}
