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

  private func hold(_ seconds: Int, _ events: WorkoutLog.Event...) -> WorkoutDraft {
    var draft = WorkoutDraft.hold(.seconds(seconds))
    for event in events { draft.log.append(event, at: .zero) }
    return draft
  }

  /// Returns the ranks, names and seconds of a leaderboard's entries.
  private func board(_ stores: Connection, _ filter: LeaderboardFilter) throws -> [String] {
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: filter.period, isLiveOnly: filter.isLiveOnly, .after(nil),
      currentPerson: ann, today: DayStart.midnight.day(at: .sunday))
    #expect(page.participantCount == page.standings.count)
    #expect(page.rejectedCount == 0)
    return page.standings.map { "\($0.rank) \($0.name) \($0.duration.components.seconds)" }
  }

  private func save(_ draft: WorkoutDraft, by name: String, in stores: Connection) throws -> Workout
  {
    try stores.workouts.finish(draft, by: .sample(name)).workout
  }

  @Test func `a live leaderboard has the best live result despite a better typed one`()
    throws
  {
    let stores = try Connection.inMemory()
    _ = try save(hold(90, .typed(reps: 0)), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    _ = try save(hold(70, .pause, .resume(after: .seconds(9))), by: "Bob", in: stores)
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

  @Test func `the next live result replaces a deleted or corrected live best`() throws {
    let stores = try Connection.inMemory()
    let live = LeaderboardFilter(.allTime, isLiveOnly: true)
    let best = try save(hold(90), by: "Ann", in: stores)
    _ = try save(hold(75, .typed(reps: 0)), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    #expect(try board(stores, live) == ["1 Ann 90"])
    let edited = best.copy {
      $0.log = WorkoutLog().ended(at: .seconds(80))
      $0.log.append(.edited, at: .zero)
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

  @Test func `an entry that is not live is rejected and recomputed`() throws {
    let stores = try Connection.open(in: folder.data)
    let typed = try save(hold(90, .typed(reps: 0)), by: "Ann", in: stores)
    _ = try save(hold(60), by: "Ann", in: stores)
    try stores.run(
      """
      UPDATE bests SET duration_ms = 90000, rank_key = -9000,
        workout = (SELECT number FROM workouts WHERE id = ?)
      WHERE week = -1
      """, .uuid(typed.id))
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: .allTime, isLiveOnly: true, .after(nil), currentPerson: nil,
      today: DayStart.midnight.day(at: .sunday))
    #expect(page.standings.map(\.duration) == [.seconds(60)])
    #expect(page.rejectedCount == 1)
  }
}

/// Tests that invalid scores in the database appear on no leaderboard.
struct InvalidEntryTests {
  private let folder = TestFolder()
  private let stores: Connection

  init() throws {
    stores = try Connection.open(in: folder.data)
    for (name, reps) in [("Ann", 40), ("Bob", 30), ("Eve", 20)] {
      _ = try stores.workouts.finish(.sample(reps: reps), by: .sample(name))
    }
  }

  private func page(_ filter: TimeFilter = .allTime) throws -> LeaderboardPage {
    try stores.leaderboard.page(
      of: "pushups-2min", filter: filter, .after(nil), currentPerson: .sample("Eve"),
      today: DayStart.midnight.day(at: .sunday))
  }

  private func expectValidEntries(
    invalidCount: Int, sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    let first = try page()
    #expect(first.rejectedCount == invalidCount, sourceLocation: sourceLocation)
    for page in [first, try page(), try page(.thisWeek)] {
      #expect(
        page.standings.map { "\($0.rank) \($0.name) \($0.reps)" }
          == ["1 Ann 40", "2 Bob 30", "3 Eve 20"], sourceLocation: sourceLocation)
      #expect(
        page.yourStanding?.rank == 3 && page.participantCount == 3, sourceLocation: sourceLocation)
    }
    // The entry was corrected, not hidden.
    #expect(try page().rejectedCount == 0, sourceLocation: sourceLocation)
  }

  @Test func `valid scores are not changed`() throws {
    try expectValidEntries(invalidCount: 0)
  }

  @Test func `a best that does not match its workout is recomputed`() throws {
    try stores.run(
      """
      UPDATE bests SET rank_key = -500, reps = 500
      WHERE person = (SELECT id FROM people WHERE name = 'Eve')
      """)
    try expectValidEntries(invalidCount: 1)
  }

  @Test func `a best that refers to another person's workout is recomputed`() throws {
    try stores.run(
      """
      UPDATE bests SET rank_key = -40, reps = 40,
        workout = (SELECT number FROM workouts WHERE reps = 40)
      WHERE person = (SELECT id FROM people WHERE name = 'Eve')
      """)
    try expectValidEntries(invalidCount: 1)
  }

  @Test(arguments: [
    // A rep each millisecond, reps after the end, and bytes that are not a log.
    [UInt8](repeating: 2, count: 300) + [1, 7, 0xE8, 7], [0xFE, 0xFF, 0x7F, 1, 7, 0xE8, 7], [0x80],
  ])
  func `a workout with an impossible log has no score`(bytes: [UInt8]) throws {
    try stores.run(
      """
      INSERT INTO workouts
        (id, person, challenge, started_at, duration_ms, reps, log, day, utc_offset, counts, provenance)
      SELECT x'00112233445566778899AABBCCDDEEFF', id, 'pushups-2min', 1772366400000, 1000, 300, ?, 1, 0, 1, 0
      FROM people WHERE name = 'Eve'
      """, .bytes(bytes))
    try stores.run(
      """
      UPDATE bests SET rank_key = -300, reps = 300, duration_ms = 1000,
        workout = (SELECT number FROM workouts WHERE day = 1)
      WHERE person = (SELECT id FROM people WHERE name = 'Eve')
      """)
    try expectValidEntries(invalidCount: 1)
  }

  @Test func `a workout of another week does not count on this week's leaderboard`() throws {
    let before = Date.sunday.addingTimeInterval(-30 * 86_400)
    _ = try stores.workouts.finish(
      .sample(reps: 45, at: before), by: .sample("Eve"))
    try stores.run(
      """
      UPDATE bests SET rank_key = -45, reps = 45, duration_ms = 68000,
        workout = (SELECT number FROM workouts WHERE reps = 45)
      WHERE week > 0 AND reps = 20
      """)
    let page = try page(.thisWeek)
    #expect(page.rejectedCount == 1)
    #expect(page.standings.map(\.reps) == [40, 30, 20])
  }

  @Test func `a person without a valid score is on no leaderboard`() throws {
    try stores.run("INSERT INTO people (name) VALUES ('Mallory')")
    try stores.run(
      """
      INSERT INTO bests
        (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
      SELECT 'pushups-2min', 0, id, -999, 1, 999, 1, 1 FROM people WHERE name = 'Mallory'
      """)
    try expectValidEntries(invalidCount: 1)
  }

  @Test func `an invalid entry is omitted if the database is read-only`() throws {
    try stores.run(
      """
      UPDATE bests SET rank_key = -500, reps = 500
      WHERE person = (SELECT id FROM people WHERE name = 'Eve')
      """)
    try stores.execute("PRAGMA query_only = ON")
    let page = try page()
    #expect(page.rejectedCount == 1)
    #expect(page.standings.map(\.name) == ["Ann", "Bob"])
    #expect(page.yourStanding == nil)
  }

  @Test func `an impossible workout is saved without a score, and a reason is given`() throws {
    var draft = WorkoutDraft.sample(reps: 0)
    draft.log = WorkoutLog(reps: try #require(RepLog(milliseconds: (1...100).map { UInt32($0) })))
    draft.duration = .seconds(60)
    let saved = try stores.workouts.finish(draft, by: .sample("Eve"))
    #expect(saved.score == nil && !saved.isRecord)
    #expect(
      saved.impossibilityReason?.sentence == "rep 21 came sooner than anyone can do 21 reps")
    #expect(try stores.workouts.history(of: .sample("Eve"), limit: 2).contains { $0.reps == 100 })
    try expectValidEntries(invalidCount: 0)
  }

  @Test func `a best recomputed after a deletion ignores an impossible workout`() throws {
    var draft = WorkoutDraft.sample(reps: 0)
    draft.log = WorkoutLog(reps: try #require(RepLog(milliseconds: (1...100).map { UInt32($0) })))
    draft.duration = .seconds(60)
    _ = try stores.workouts.finish(draft, by: .sample("Eve"))
    let validWorkout = try #require(
      try stores.workouts.history(of: .sample("Eve"), limit: 2).first { $0.reps == 20 })
    try stores.workouts.delete(validWorkout.id, of: .sample("Eve"), at: .sunday)
    #expect(try page().standings.map(\.name) == ["Ann", "Bob"])
    _ = try stores.workouts.undo(of: .sample("Eve"), at: .sunday)
    try expectValidEntries(invalidCount: 0)
  }
}
