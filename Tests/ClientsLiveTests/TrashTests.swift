import Clients
import FoundationEssentials
import Models
import SQLite
import Synchronization
import SystemTestSupport
import Testing

@testable import ClientsLive

struct TrashTests {
  private let folder = TestFolder()
  private let database: Database
  private let now = WallClock()

  /// The wall clock, set by the test.
  private final class WallClock: Sendable {
    private let date = Mutex(Date.sunday)
    var value: Date { date.withLock { $0 } }
    func advance(days: Double) { date.withLock { $0 += days * 86_400 } }
  }

  init() throws { database = try Database(Connection.open(in: folder.data)) }

  private func client(_ name: String = "Ann") -> WorkoutsClient {
    .live(database: database, person: .sample(name), now: { [now] in now.value })
  }

  private func page(_ filter: LeaderboardFilter = .allTime) async throws -> LeaderboardPage {
    try await LeaderboardClient.live(
      database: database, person: .sample("Ann"), now: { .sunday }
    ).page(.after(nil), filter, "pushups-2min")
  }

  @Test func `a deleted workout is in no list`() async throws {
    let ann = client()
    let saved = try await ann.finish(.sample(reps: 5))
    _ = try await ann.delete(saved.workout.id)
    #expect(try await ann.history(nil, nil, 10) == [])
    #expect(try await ann.history("pushups-2min", nil, 10) == [])
    #expect(try await ann.results(maxRecentCount: 0) == [:])
    #expect(try await ann.best("pushups-2min") == nil)
    #expect(try await ann.participantCount("pushups-2min") == 0)
    #expect(try await page().standings.isEmpty)
    #expect(try await page(.thisWeek).yourStanding == nil)
  }

  @Test func `the next best workout replaces a deleted best until the undo`() async throws {
    let ann = client()
    for reps in [7, 5, 4] { _ = try await ann.finish(.sample(reps: reps)) }
    let earlier = Date.sunday.addingTimeInterval(-30 * 86_400)
    _ = try await ann.finish(.sample(reps: 6, at: earlier))
    let best = try #require(try await ann.best("pushups-2min"))
    _ = try await ann.delete(best.id)
    #expect(try await page().yourStanding?.reps == 6)
    #expect(try await page(.thisWeek).yourStanding?.reps == 5)
    #expect(try await ann.undo() == UndoneChange(workout: best))
    #expect(try await page().yourStanding?.reps == 7)
    #expect(try await page(.thisWeek).yourStanding?.reps == 7)
    #expect(try await ann.undo() == nil)
  }

  @Test func `a correction replaces a workout until the undo`() async throws {
    let ann = client()
    let old = try await ann.finish(.sample(reps: 50)).workout
    let new = old.copy {
      $0.log = WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!, duration: $0.duration)
    }
    try await ann.correct(old.id, new)
    #expect(try await ann.history(nil, nil, 10) == [new])
    #expect(try await page().yourStanding?.reps == 2)
    let newer = new.copy { $0.startedAt += 60 }
    now.advance(days: 1)
    try await ann.correct(new.id, newer)
    #expect(try await ann.history(nil, nil, 10) == [newer])
    #expect(try await ann.undo() == UndoneChange(workout: new, replaced: newer.id))
    #expect(try await ann.undo() == UndoneChange(workout: old, replaced: new.id))
    #expect(try await ann.history(nil, nil, 10) == [old])
    #expect(try await page().yourStanding?.reps == 50)
    #expect(try await ann.undo() == nil)
  }

  @Test func `a correction of a note keeps the day in the time zone of the workout`() async throws {
    let ann = client()
    // 6:00 in UTC is 22:00 of the day before in Los Angeles.
    var draft = WorkoutDraft.sample(reps: 5, at: .sunday.addingTimeInterval(-6 * 3600))
    draft.utcOffset = -8 * 3600
    let old = try await ann.finish(draft).workout
    #expect(old.localStart.text == "2026-02-28 22:00")
    let new = old.copy { $0.note = WorkoutNote("easy") }
    try await ann.correct(old.id, new)
    #expect(try await ann.history(nil, nil, 10) == [new])
    #expect(try await days() == [DayStart.midnight.day(of: old)])
    #expect(try await ann.search(HistoryQuery("2026-02-28"), nil, 10) == [new])
    #expect(try await ann.search(HistoryQuery("2026-03-01"), nil, 10) == [])
    _ = try await ann.undo()
    #expect(try await days() == [DayStart.midnight.day(of: old)])
    let moved = old.copy { $0.startedAt += 7200 }
    try await ann.correct(old.id, moved)
    #expect(try await days() == [DayStart.midnight.day(of: old) + 1])
  }

  private func days() async throws -> [Int64] {
    try await StatisticsClient.live(
      database: database, person: .sample("Ann"), now: { .sunday }
    ).summary(SummaryRequest()).days.map(\.number)
  }

  @Test func `changes are undone in reverse order`() async throws {
    let ann = client()
    let first = try await ann.finish(.sample(reps: 1)).workout
    let second = try await ann.finish(.sample(reps: 2)).workout
    _ = try await ann.delete(second.id)
    now.advance(days: 1)
    _ = try await ann.delete(first.id)
    #expect(try await ann.undo()?.workout == first)
    #expect(try await ann.undo()?.workout == second)
  }

  @Test func `deletions can be undone for thirty days`() async throws {
    let ann = client()
    let saved = try await ann.finish(.sample(reps: 5))
    let other = try await ann.finish(.sample(reps: 1))
    _ = try await ann.delete(saved.workout.id)
    now.advance(days: 30)
    _ = try await ann.delete(other.workout.id)
    #expect(try await kept() == 2)
    now.advance(days: 0.001)
    #expect(try await ann.undo()?.workout == other.workout)
    #expect(try await ann.undo() == nil)
    _ = try await ann.delete(other.workout.id)
    #expect(try await kept() == 1)
  }

  @Test func `a person cannot delete another person's workout`() async throws {
    let saved = try await client("Bob").finish(.sample(reps: 5))
    let ann = client()
    _ = try await ann.finish(.sample(reps: 1))
    let unknown = EditConflict<Workout>(current: nil)
    for id in [saved.workout.id, UUID()] {
      await #expect(throws: unknown) { _ = try await ann.delete(id) }
      await #expect(throws: unknown) { try await ann.correct(id, saved.workout.copy()) }
      await #expect(throws: unknown) { try await ann.correct(id, saved.workout.copy(), true) }
    }
    #expect(try await ann.undo() == nil)
    #expect(try await client("Bob").history(nil, nil, 10) == [saved.workout])
  }

  private func kept() async throws -> Int64? {
    try await database.run {
      try $0.first("SELECT count(*) FROM workouts") { $0.integer(0) }
    }
  }
}

/// Tests of setting the wall clock back while the program runs.
struct ClockSetBackTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  @Test func `no rep is lost, and deletions can be undone`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let clock = AdjustableClock(.sunday)
    let client = WorkoutsClient.live(
      database: database, person: ann, now: { clock.now }, heartbeat: Heartbeat())
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft)
    let first = try await client.finish(.sample(reps: 7)).workout
    _ = try await client.delete(first.id)

    clock.now.addTimeInterval(-3600)
    draft.duration += .seconds(1)
    draft.log.append(.press, at: draft.duration)
    try await client.checkpoint(draft)
    #expect(try await client.unfinished() == [draft])
    draft.duration += .seconds(1)
    // Only the heartbeat records this second.
    try await client.checkpoint(draft)
    #expect(try await client.unfinished() == [draft])
    _ = try await client.finish(draft)
    // This workout starts before the existing ones.
    let earlier = WorkoutDraft.sample(reps: 5, at: .sunday.addingTimeInterval(-3000))
    let second = try await client.finish(earlier).workout
    _ = try await client.delete(second.id)

    #expect(try await client.undo() != nil)
    #expect(try await client.undo() != nil)
    #expect(
      try await client.history(challenge: nil, after: nil, limit: 9).map(\.reps).sorted()
        == [3, 5, 7])
    let statistics = StatisticsClient.live(database: database, person: ann, now: { clock.now })
    #expect(try await statistics.summary(SummaryRequest()).reps == 15)
    await database.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}

/// A clock that a test sets.
private final class AdjustableClock: Sendable {
  private let date: Mutex<Date>

  init(_ date: Date) { self.date = Mutex(date) }

  var now: Date {
    get { date.withLock { $0 } }
    set { date.withLock { $0 = newValue } }
  }
}
