import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of races against an entry of the leaderboard.
@Suite(.checksForLeaks)
@MainActor
struct LeaderboardRaceTests {
  let log = RepLog(milliseconds: [1000, 2000, 3000])!

  func board(
    catalogue: SharedReader<Catalogue> = .sample,
    _ client: LeaderboardClient = LeaderboardStub(total: 3, yourRank: 2).client
  ) async -> TestStoreOf<Leaderboard> {
    let store = TestStore(initialState: Leaderboard.State(catalogue: catalogue)) {
      Leaderboard()
    } withDependencies: {
      $0.leaderboard = client
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.loadResponse.success)
    store.exhaustivity = .on
    return store
  }

  @Test func `your own entry starts a race against your best`() {
    let app = app()
    app.press("2", "j", "g")
    let ghost = app.program.store.workouts.activeWorkout?.ghost
    #expect(ghost?.name == "your best" && ghost?.log.reps == log)
  }

  @Test func `an empty leaderboard has no race`() async {
    let store = await board(LeaderboardStub(total: 0).client)
    #expect(!store.state.canRace)
    await store.send(.view(.raceButtonTapped))
  }

  @Test func `a deleted workout cannot be raced`() async {
    var client = LeaderboardStub(total: 3).client
    client.workout = { _ in nil }
    let store = await board(client)
    let standing = store.state.window.entries[0]
    await store.send(.view(.raceButtonTapped)) { $0.request = .race(standing) }
    await store.receive(\._internal.raceResponse) {
      $0.notice = "That result no longer has a rep log."
    }
    await store.send(.view(.selectionMoved(by: 1))) {
      $0.window.selection = 1
      $0.notice = nil
    }
  }

  @Test func `a failure to read the log is shown, and a retry reads it`() async {
    var client = LeaderboardStub(total: 3).client
    client.workout = { _ in throw SampleError() }
    let store = await board(client)
    let standing = store.state.window.entries[0]
    let sheet = ErrorHandling.State(
      Failure(SampleError()), dataStatus: "All scores are unchanged.", canRetry: true)
    await store.send(.view(.raceButtonTapped)) { $0.request = .race(standing) }
    await store.receive(\._internal.raceResponse) {
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(sheet)
    }
    await store.send(._internal(.destination(.presented(.errorSheet(.delegate(.retryRequested))))))
    {
      $0.failure = nil
      $0.destination = nil
    }
    await store.receive(\._internal.raceResponse) {
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(sheet)
    }
  }

  // MARK: - On the screen

  func app(_ prepare: @escaping (inout DependencyValues) -> Void = { _ in }) -> VirtualApp {
    VirtualApp {
      $0.leaderboard = LeaderboardStub(total: 3, yourRank: 2).client
      prepare(&$0)
    }
  }

  @Test(arguments: [Size(40, 12), Size(62, 14)])
  func `a long name leaves room for every number`(size: Size) async {
    let name = String(repeating: "B", count: PersonName.maxDisplayWidth)
    let app = VirtualApp(size: size) {
      var board = LeaderboardStub(total: 1).client
      let page = board.page
      board.page = {
        var page = try await page($0, $1, $2)
        page.standings[0] = Standing(
          id: 0, rank: 1, name: name, score: page.standings[0].score, achievedAt: .monday,
          isYou: false, workout: UUID(0))
        return page
      }
      $0.leaderboard = board
    }
    app.press("2", "g", "s")
    for _ in 1...12 {
      await app.advance(by: .milliseconds(200))
      app.press(.space)
    }
    #expect(app.shows("REPS 12") && app.shows("00:02.40") && app.shows("10 ahead of B"))
    #expect(app.shows("/min") == (size.width > 40) && app.shows("1:58 left"))
    app.press("f")
    #expect(app.shows("REPS 12") && app.shows("1:58 left") && app.shows("10 ahead of B"))
  }

  @Test func `a race does not start after the person has left the leaderboard`() async {
    let clock = TestClock()
    let app = app {
      $0.leaderboard.workout = { _ in
        try await clock.sleep(for: .seconds(1))
        return .sample()
      }
    }
    app.press("2", "g", "3")
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.store.selectedTab == .profile)
    #expect(app.program.store.workouts.detail == nil)
  }

  @Test func `a race in the open challenge ends the rest period of the previous workout`()
    async throws
  {
    let app = app()
    app.press(.enter, "s", "s", .space, "s")
    #expect(app.program.store.workouts.activeWorkout?.isResting == true)
    app.press("2", "g")
    // Ends the countdown, whose sleep would fail the check below.
    app.send(.suspended)
    app.send(.resumed)
    #expect(app.program.store.workouts.activeWorkout?.phase == .ready)
    try await app.clock.checkSuspension()
  }

  @Test func `the hint on your own entry names your best`() {
    let app = app()
    app.press("2")
    #expect(app.shows("g race them") && !app.shows("race your best"))
    app.press("j")
    #expect(app.shows("g race your best") && !app.shows("race them"))
  }

  @Test func `the hints offer a race only if there is an entry`() {
    let app = VirtualApp(catalogue: .sample) { $0.leaderboard = LeaderboardStub(total: 3).client }
    app.press("2")
    #expect(app.shows("g race them"))
    app.press(.right)
    #expect(app.shows("Plank") && !app.shows("race them"))
    app.press("j", .home)
    #expect(app.program.store.leaderboard.window.selection == 0)
  }
}
