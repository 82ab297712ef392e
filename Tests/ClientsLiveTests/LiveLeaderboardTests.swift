import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the leaderboards that rank live workouts only.
struct LiveLeaderboardTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func hold(_ seconds: Int, _ provenance: Workout.Provenance = []) -> WorkoutDraft {
    var draft = WorkoutDraft.hold(.seconds(seconds))
    draft.provenance = provenance
    return draft
  }

  /// The names and seconds of a leaderboard's entries, with their ranks.
  private func board(_ stores: Connection, _ filter: LeaderboardFilter) throws -> [String] {
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: filter.period, isLiveOnly: filter.isLiveOnly, .after(nil),
      currentPerson: ann, today: Date.sunday.localDay)
    #expect(page.participantCount == page.standings.count)
    #expect(page.rejectedCount == 0)
    return page.standings.map { "\($0.rank) \($0.name) \($0.duration.components.seconds)" }
  }

  private func save(_ draft: WorkoutDraft, by name: String, in stores: Connection) throws -> Workout
  {
    try stores.workouts.finish(draft, by: .sample(name)).workout
  }

  @Test func `a person has the best live result, also behind a better one that was typed in`()
    throws
  {
    let stores = try Connection.inMemory()
    _ = try save(hold(90, .typed), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    _ = try save(hold(70, .paused), by: "Bob", in: stores)
    _ = try save(hold(80, .edited), by: "Cy", in: stores)
    _ = try save(hold(85, .imported), by: "Di", in: stores)
    for period in [TimeFilter.allTime, .thisWeek] {
      #expect(
        try board(stores, LeaderboardFilter(period)) == [
          "1 Ann 90", "2 Di 85", "3 Cy 80", "4 Bob 70",
        ])
      #expect(
        try board(stores, LeaderboardFilter(period, isLiveOnly: true)) == ["1 Bob 70", "2 Ann 60"])
    }
  }

  @Test func `deleting and correcting a live best leaves the next live one`() throws {
    let stores = try Connection.inMemory()
    let live = LeaderboardFilter(.allTime, isLiveOnly: true)
    let best = try save(hold(90), by: "Ann", in: stores)
    _ = try save(hold(75, .typed), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    #expect(try board(stores, live) == ["1 Ann 90"])
    let edited = best.copy {
      $0.duration = .seconds(80)
      $0.provenance = .edited
    }
    try stores.workouts.correct(best.id, with: edited, of: ann, at: .sunday)
    #expect(try board(stores, live) == ["1 Ann 60"])
    #expect(try board(stores, .allTime) == ["1 Ann 80"])
    _ = try stores.workouts.undo(of: ann, at: .sunday)
    #expect(try board(stores, live) == ["1 Ann 90"])
    try stores.workouts.delete(best.id, of: ann, at: .sunday)
    #expect(try board(stores, live) == ["1 Ann 60"])
    #expect(try board(stores, .allTime) == ["1 Ann 75"])
  }

  @Test func `an entry that is not live is rejected and computed again`() throws {
    let stores = try Connection.open(in: folder.data)
    let typed = try save(hold(90, .typed), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    try stores.run(
      """
      UPDATE bests SET duration_ms = 90000, rank_key = -9000,
        workout = (SELECT number FROM workouts WHERE id = ?)
      WHERE week = -1
      """, .uuid(typed.id))
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: .allTime, isLiveOnly: true, .after(nil), currentPerson: nil,
      today: Date.sunday.localDay)
    #expect(page.standings.map(\.duration) == [.seconds(60)])
    #expect(page.rejectedCount == 1)
  }
}
