import FoundationEssentials
import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import SharedFeatures

/// Tests of the page beside a list.
@Suite(.checksForLeaks)
@MainActor
struct PageTests {
  /// A counter of reads.
  private actor Reads {
    private(set) var count = 0
    func increment() { count += 1 }
  }

  private let wide = Size(140, 40)

  @Test func `scrolling fast through the catalogue reads few pages, one at a time`() async {
    let reads = Reads()
    let app = VirtualApp(size: wide) { values in
      let clock = values.continuousClock
      values.workouts.best = { _ in
        await reads.increment()
        try await clock.sleep(for: .seconds(1))
        return nil
      }
    }
    // The response with the results cancels the read of the first page and starts it again.
    let first = await reads.count
    await app.advance(by: .seconds(1))
    #expect(app.shows("most reps in 2:00"))
    app.press(.down)
    for _ in 0..<9 { app.press(.down) }
    #expect(await reads.count == first + 1)
    // The old page stays until the new one is loaded.
    #expect(app.shows("most reps in 2:00"))
    await app.advance(by: .seconds(1))
    #expect(await reads.count == first + 2)
    await app.advance(by: .seconds(1))
    #expect(await reads.count == first + 2)
    let selected = app.program.store.withState { $0.workouts.selectedChallenge }
    #expect(app.program.store.withState { $0.workouts.page?.challenge } == selected)
  }

  @Test func `no page is read if it does not fit`() async {
    let reads = Reads()
    let app = VirtualApp(size: Size(119, 40)) {
      $0.workouts.best = { _ in
        await reads.increment()
        return nil
      }
    }
    app.press(.down, .down)
    #expect(await reads.count == 0)
    app.resize(to: wide)
    // Waits for the response, not only for the request.
    await app.advance(by: .seconds(1))
    #expect(await reads.count == 1)
    #expect(app.program.store.withState { $0.workouts.page } != nil)
    app.resize(to: Size(80, 24))
    #expect(app.program.store.withState { $0.workouts.page } == nil)
  }

  @Test func `scrolling fast through the leaderboard reads few workouts, one at a time`() async {
    let reads = Reads()
    let app = VirtualApp(size: wide) { values in
      let clock = values.continuousClock
      values.leaderboard.page = { _, _, _ in Self.page }
      values.leaderboard.workout = { _ in
        await reads.increment()
        try await clock.sleep(for: .seconds(1))
        return .sample()
      }
    }
    app.press("2")
    app.press(.down, times: 9)
    #expect(await reads.count == 1)
    await app.advance(by: .seconds(1))
    #expect(app.program.store.withState { $0.leaderboard.page?.standing.rank } == 1)
    #expect(await reads.count == 2)
    await app.advance(by: .seconds(1))
    #expect(app.program.store.withState { $0.leaderboard.page?.standing.rank } == 10)
    #expect(await reads.count == 2)
  }

  nonisolated private static var page: LeaderboardPage {
    let standings = (0..<10).map { index in
      Standing(
        id: Int64(index), rank: index + 1, name: "Person \(index)",
        score: Score(reps: 50 - index, duration: .seconds(60), rankKey: Int64(index - 50)),
        achievedAt: .monday, isYou: false, workout: UUID(index))
    }
    return LeaderboardPage(
      standings: standings, next: nil, yourStanding: nil, participantCount: 10, week: nil)
  }

  @Test func `a page that cannot be read shows the failure`() {
    let app = VirtualApp(size: wide) { $0.workouts.best = { _ in throw SampleError() } }
    #expect(app.shows(Failure(SampleError()).summary))
    #expect(app.program.store.withState { $0.workouts.destination == nil })
  }

  @Test func `the keys of a page do nothing while it is beside the list`() {
    let app = VirtualApp(size: wide)
    let before = app.program.store.withState { $0 }
    app.press("v", "s", "t", "l", "g")
    #expect(app.program.store.withState { $0 } == before)
    app.press(.enter)
    #expect(app.program.store.withState { $0.workouts.detail } != nil)
  }
}
