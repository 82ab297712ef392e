import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct LeaderboardStoreTests {
  private let folder = TestFolder()
  private let database: Database

  init() throws { database = try Database(Connection.open(in: folder.data)) }

  private func finish(_ name: String, _ draft: WorkoutDraft) async throws {
    _ = try await WorkoutsClient.live(database: database, person: .sample(name)).finish(draft)
  }

  private func leaderboard(_ name: String = "Ann", at now: Date = .sunday) -> LeaderboardClient {
    .live(database: database, person: .sample(name), now: { now })
  }

  /// Returns all entries of a leaderboard, page by page.
  private func all(
    _ client: LeaderboardClient, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
  ) async throws -> [Standing] {
    var standings: [Standing] = []
    var cursor: Standing.Cursor?
    repeat {
      let page = try await client.page(.after(cursor), filter, challenge)
      standings += page.standings
      #expect(page.next == nil || page.standings.count == LeaderboardPage.size)
      cursor = page.next
    } while cursor != nil
    return standings
  }

  /// Returns all entries, page by page from the end.
  private func allBackwards(
    _ client: LeaderboardClient, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
  ) async throws -> [Standing] {
    var standings: [Standing] = []
    var page = try await client.page(.before(nil), filter, challenge)
    #expect(page.next == nil)
    while true {
      standings = page.standings + standings
      guard let cursor = page.previous else { return standings }
      page = try await client.page(.before(cursor), filter, challenge)
      #expect(page.standings.count == min(LeaderboardPage.size, cursor.position - 1))
    }
  }

  @Test func `an empty leaderboard has no entries`() async throws {
    let page = try await leaderboard().page(.after(nil), .allTime, "pushups-2min")
    #expect(page.standings.isEmpty)
    #expect(
      page.next == nil && page.yourStanding == nil && page.participantCount == 0 && page.week == nil
    )
  }

  @Test func `an entry refers to its workout until the workout is deleted`() async throws {
    let bob = WorkoutsClient.live(database: database, person: .sample("Bob"))
    let saved = try await bob.finish(.sample(reps: 4))
    let standing = try #require(
      try await leaderboard().page(.after(nil), .allTime, "pushups-2min").standings.first)
    #expect(try await leaderboard().workout(standing.workout) == saved.workout)
    _ = try await bob.delete(saved.workout.id)
    #expect(try await leaderboard().workout(standing.workout) == nil)
  }

  @Test func `ties share a rank and leave a gap`() async throws {
    for (name, reps, second) in [("Ann", 20, 9.0), ("Bob", 31, 0), ("Cy", 20, 3), ("Di", 7, 0)] {
      try await finish(name, .sample(reps: reps, at: .sunday.addingTimeInterval(second)))
    }
    let page = try await leaderboard().page(.after(nil), .allTime, "pushups-2min")
    #expect(page.standings.map(\.rank) == [1, 2, 2, 4])
    #expect(page.standings.map(\.name) == ["Bob", "Cy", "Ann", "Di"])
    #expect(page.standings.map(\.isYou) == [false, false, true, false])
    #expect(page.yourStanding == page.standings[2])
    #expect(page.participantCount == 4)
    let pageForEve = try await leaderboard("Eve").page(.after(nil), .allTime, "pushups-2min")
    #expect(pageForEve.yourStanding == nil)
    #expect(pageForEve.standings.filter(\.isYou).isEmpty)
  }

  @Test func `an entry says whether its reps were counted or typed`() async throws {
    var typed = WorkoutDraft.sample(reps: 3)
    typed.duration = .seconds(120)
    typed.log = try #require(WorkoutLog(typedReps: 40))
    try await finish("Ann", typed)
    try await finish("Bob", .sample(reps: 20))
    let page = try await leaderboard().page(.after(nil), .allTime, "pushups-2min")
    #expect(page.standings.map(\.name) == ["Ann", "Bob"])
    #expect(page.standings.map(\.provenance) == [.typed, []])
    #expect(page.yourStanding?.provenance == .typed)
    let last = try await leaderboard().page(.before(nil), .allTime, "pushups-2min")
    #expect(last.standings.map(\.provenance) == [.typed, []])
  }

  @Test func `only the best result of each person counts`() async throws {
    for reps in [5, 9, 7] { try await finish("Ann", .sample(reps: reps)) }
    let standings = try await all(leaderboard(), .allTime, "pushups-2min")
    #expect(standings.map(\.reps) == [9])
  }

  @Test func `short times and long holds rank first`() async throws {
    try await finish("Ann", .hold(.milliseconds(61_230)))
    try await finish("Bob", .hold(.milliseconds(95_000)))
    #expect(try await all(leaderboard(), .allTime, "plank-hold").map(\.name) == ["Bob", "Ann"])

    try await finish("Ann", .sample("burpees-100", reps: 99))
    try await finish("Bob", .sample("burpees-100", reps: 100))
    var quick = WorkoutDraft.sample("burpees-100", reps: 100)
    quick.log = WorkoutLog(reps: try #require(RepLog(milliseconds: (1...100).map { $0 * 1400 })))
    try await finish("Cy", quick)
    let standings = try await all(leaderboard(), .allTime, "burpees-100")
    #expect(standings.map(\.name) == ["Cy", "Bob", "Ann"])
    #expect(standings.map(\.duration) == [.seconds(140), .seconds(150), .seconds(149)])
  }

  @Test func `pages contain all entries in order`() async throws {
    // There are few different scores and start times, so that ties of every kind span the ends of pages.
    var generator = Random(state: 7)
    for person in 0..<130 {
      for _ in 0..<2 {
        let second = Double(Int.random(in: 0...3, using: &generator))
        // All workouts have the same duration, so they end in the order in which they start.
        var draft = WorkoutDraft.sample(
          reps: Int.random(in: 1...6, using: &generator), at: .sunday.addingTimeInterval(second))
        draft.duration = .seconds(120)
        try await finish("p\(person)", draft)
      }
    }
    for filter in [LeaderboardFilter.thisWeek, .allTime] {
      let standings = try await all(leaderboard("p17"), filter, "pushups-2min")
      #expect(standings.count == 130)
      #expect(Set(standings.map(\.id)).count == 130)
      #expect(
        standings
          == standings.sorted {
            ($0.score.rankKey, $0.achievedAt, $0.id) < ($1.score.rankKey, $1.achievedAt, $1.id)
          })
      for standing in standings {
        #expect(standing.rank == standings.count { $0.score.isBetter(than: standing.score) } + 1)
      }
      let back = try await allBackwards(leaderboard("p17"), filter, "pushups-2min")
      #expect(back == standings)
      for (index, standing) in standings.enumerated() where index % 9 == 0 {
        let around = try await leaderboard("p17").page(.around(standing), filter, "pushups-2min")
        let first = max(0, index - LeaderboardPage.size)
        #expect(around.previous?.position == (first > 0 ? first + 1 : nil))
        #expect(around.standings == Array(standings[first...].prefix(index - first + 20)))
        #expect((around.next == nil) == (index + 20 >= standings.count))
      }
      // The rank of the marked entry equals the rank in the list.
      let page = try await leaderboard("p17").page(.after(nil), filter, "pushups-2min")
      #expect(page.yourStanding == standings.first(where: \.isYou))
      #expect(page.participantCount == 130)
    }
  }

  @Test func `a page is not shifted by new entries`() async throws {
    for person in 0..<30 { try await finish("p\(person)", .sample(reps: 60 - person)) }
    let first = try await leaderboard().page(.after(nil), .allTime, "pushups-2min")
    try await finish("Zed", .sample(reps: 70))
    let second = try await leaderboard().page(.after(first.next), .allTime, "pushups-2min")
    #expect(second.standings.map(\.name) == (20..<30).map { "p\($0)" })
    #expect(second.standings.map(\.rank) == Array(21...30))
  }

  @Test func `a person whose rank has changed is found at the new rank`() async throws {
    for person in 0..<60 { try await finish("p\(person)", .sample(reps: 75 - person)) }
    let last = try await leaderboard().page(.before(nil), .allTime, "pushups-2min")
    let standing = try #require(last.standings.last)
    try await finish("p59", .sample(reps: 46))
    let page = try await leaderboard().page(.around(standing), .allTime, "pushups-2min")
    let now = try #require(page.standings.first { $0.id == standing.id })
    #expect(now.rank == 30 && page.standings[19].rank == 30)
    #expect(page.standings[20].id == now.id && page.standings[21].rank == 32)
    #expect(page.previous?.position == 11)
  }

  @Test func `a week consists of local days from the chosen first day`() async throws {
    // Noon in UTC is the same day in most time zones.
    @Sendable func noon(_ day: Int) -> Date {
      Date(millisecondsSince1970: 1_772_366_400_000 + Int64(day) * 86_400_000)
    }
    // 1 March 2026 is a Sunday.
    for (name, day) in [("Fri", -2), ("Sat", -1), ("Sun", 0), ("Mon", 1)] {
      try await finish(name, .sample(reps: 30 - day, at: noon(day)))
    }
    for (start, day, names) in [
      (.monday, 0, ["Fri", "Sat", "Sun"]), (.monday, 1, ["Mon"]), (.sunday, 0, ["Sun", "Mon"]),
      (.sunday, -1, ["Fri", "Sat"]), (.saturday, 1, ["Sat", "Sun", "Mon"]),
    ] as [(Settings.WeekStart, Int, [String])] {
      let filter = LeaderboardFilter(.week(startingOn: start))
      let standings = try await all(leaderboard(at: noon(day)), filter, "pushups-2min")
      #expect(standings.map(\.name) == names)
      let summary = try await database.run { stores in
        try stores.statistics.summary(
          of: .sample(names[0]), at: noon(day), SummaryRequest(weekStart: start))
      }
      #expect(summary.weeks.last?.reps == standings[0].reps)
    }
  }

  @Test func `changing the time zone moves no workout to another week`() async throws {
    try await finish("Ann", .sample(reps: 9, at: .sunday))
    try await database.run {
      // The workout was done in a time zone where it was already Monday.
      try $0.run("UPDATE workouts SET day = day + 1, utc_offset = 50400")
      try $0.aggregates.recompute()
    }
    let monday = leaderboard(at: .sunday.addingTimeInterval(86_400))
    #expect(try await all(monday, .thisWeek, "pushups-2min").map(\.reps) == [9])
    #expect(try await all(leaderboard(at: .sunday), .thisWeek, "pushups-2min").isEmpty)
  }

  @Test func `a cursor of another leaderboard is rejected`() async throws {
    for person in 0..<21 { try await finish("p\(person)", .sample(reps: 10)) }
    let weekly = try await leaderboard().page(.after(nil), .thisWeek, "pushups-2min").next
    let cursor = try #require(weekly)
    let nextWeek = leaderboard(at: .sunday.addingTimeInterval(7 * 86_400))
    await #expect(throws: StaleCursor.self) {
      try await nextWeek.page(.after(cursor), .thisWeek, "pushups-2min")
    }
    await #expect(throws: StaleCursor.self) {
      try await leaderboard().page(.after(cursor), .allTime, "pushups-2min")
    }
    await #expect(throws: StaleCursor.self) {
      try await leaderboard().page(.after(cursor), .thisWeek, "squats-3min")
    }
    #expect(
      try await leaderboard().page(.after(cursor), .thisWeek, "pushups-2min").standings.count == 1)
  }

  @Test func `names are cleaned for display`() async throws {
    try await finish("Ann", .sample())
    try await database.run {
      try $0.run("UPDATE people SET name = ?", .text("A\u{1B}[2Jnn\u{202E}"))
    }
    #expect(try await all(leaderboard(), .allTime, "pushups-2min").map(\.name) == ["A[2Jnn"])
  }
}
