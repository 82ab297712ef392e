import FoundationEssentials
import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// The page of what is selected, beside its list.
@Suite(.checksForLeaks)
@MainActor
struct PageTests {
  /// Counts what is read.
  private actor Reads {
    private(set) var count = 0
    func increment() { count += 1 }
  }

  private let wide = Size(140, 40)

  @Test func `moving fast through the catalogue reads few pages, one at a time`() async {
    let reads = Reads()
    let app = VirtualApp(size: wide) { values in
      let clock = values.continuousClock
      values.workouts.best = { _ in
        await reads.increment()
        try await clock.sleep(for: .seconds(1))
        return nil
      }
    }
    // The answer about results makes the first page be read again, in the place of the first.
    let first = await reads.count
    await app.advance(by: .seconds(1))
    #expect(app.shows("most reps in 2:00"))
    app.press(.down)
    for _ in 0..<9 { app.press(.down) }
    #expect(await reads.count == first + 1)
    // The page that was there stays until another can take its place.
    #expect(app.shows("most reps in 2:00"))
    await app.advance(by: .seconds(1))
    #expect(await reads.count == first + 2)
    await app.advance(by: .seconds(1))
    #expect(await reads.count == first + 2)
    let selected = app.program.store.withState { $0.workouts.selectedChallenge }
    #expect(app.program.store.withState { $0.workouts.page?.challenge } == selected)
  }

  @Test func `no page is read where there is no room for it`() async {
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
    #expect(await reads.count == 1)
    #expect(app.program.store.withState { $0.workouts.page } != nil)
    app.resize(to: Size(80, 24))
    #expect(app.program.store.withState { $0.workouts.page } == nil)
  }

  @Test func `moving fast along the leaderboard reads few workouts, one at a time`() async {
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
      standings: standings, next: nil, you: nil, participantCount: 10, week: nil)
  }

  @Test func `a page that cannot be read says so, and stays a page`() {
    let app = VirtualApp(size: wide) { $0.workouts.best = { _ in throw SampleError() } }
    #expect(app.shows(Failure(SampleError()).summary))
    #expect(app.program.store.withState { $0.workouts.destination == nil })
  }

  @Test func `keys of a page do nothing beside the list`() {
    let app = VirtualApp(size: wide)
    let before = app.program.store.withState { $0 }
    app.press("v", "s", "t", "l", "g")
    #expect(app.program.store.withState { $0 } == before)
    app.press(.enter)
    #expect(app.program.store.withState { $0.workouts.detail } != nil)
  }
}
