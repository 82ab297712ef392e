import Clients
import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of two processes that use the same database file for one person.
struct TwoProcessesTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func open() throws -> Database {
    try Database(Connection.open(in: folder.data, busyTimeout: .maxBusyTimeout))
  }

  @Test func `a change of one process is visible to the other without reopening`() async throws {
    let (one, other) = (try open(), try open())
    let first = WorkoutsClient.live(database: one, person: ann)
    let second = WorkoutsClient.live(database: other, person: ann)
    let board = LeaderboardClient.live(database: other, person: ann, now: { .sunday })
    let statistics = StatisticsClient.live(database: other, person: ann, now: { .sunday })
    #expect(try await second.history(challenge: nil, after: nil, limit: 10) == [])
    #expect(try await statistics.summary(SummaryRequest()).workoutCount == 0)

    let saved = try await first.finish(draft: .sample(reps: 7))
    #expect(
      try await second.history(challenge: nil, after: nil, limit: 10) == [saved.workout])
    #expect(try await second.results(maxRecentCount: 0)["pushups-2min"]?.last == saved.workout)
    let page = try await board.page(range: .after(nil), filter: .allTime, challenge: "pushups-2min")
    #expect(page.yourStanding?.reps == 7)
    #expect(try await statistics.summary(SummaryRequest()).reps == 7)

    _ = try await second.delete(id: saved.workout.id)
    #expect(try await first.history(challenge: nil, after: nil, limit: 10) == [])
    #expect(try await first.undo()?.workout == saved.workout)
    #expect(try await second.best(challenge: "pushups-2min") == saved.workout)
  }

  @Test func `a reader sees the previous state while another process writes`() throws {
    let one = try Connection.open(in: folder.data, busyTimeout: .zero)
    let other = try Connection.open(in: folder.data, busyTimeout: .zero)
    _ = try one.workouts.finish(.sample(reps: 3), by: ann)
    try one.write {
      _ = try one.run("UPDATE workouts SET reps = 4")
      // The busy timeout is zero, so a wait would fail immediately.
      #expect(try other.workouts.history(of: ann, limit: 10).map(\.reps) == [3])
      #expect(try other.workouts.results(of: ann).count == 1)
    }
  }

  @Test @MainActor func `only the database thread waits for another process`() async throws {
    let other = try Connection.open(in: folder.data)
    let connection = try Connection(path: folder.data.databasePath, vfs: PausedSleep.fileSystemName)
    // SQLite counts its sleeps instead of measuring time, and all but the first return immediately here.
    try connection.configureAndMigrate(to: .ladder, busyTimeout: .seconds(5))
    let database = try Database(connection)
    let thread = try await database.run { _ in pthread_self() }
    let client = WorkoutsClient.live(database: database, person: ann)
    try other.run("BEGIN IMMEDIATE")
    var isSaved = false
    let saving = Task { @MainActor in
      let saved = try await client.finish(draft: .sample(reps: 3))
      isSaved = true
      return saved
    }
    // The main actor keeps running while the database thread waits for the lock, and the save has not returned.
    #expect(await PausedSleep.waitUntilSleeping() == thread)
    #expect(!isSaved)
    try other.run("COMMIT")
    PausedSleep.resume()
    #expect(try await saving.value.workout.reps == 3)
    #expect(try other.workouts.history(of: ann, limit: 2).map(\.reps) == [3])
  }

  @Test func `two processes save reps at the same time without losing any`() async throws {
    let databases = [try open(), try open()]
    let drafts = try await withThrowingTaskGroup { group in
      for database in databases {
        group.addTask { [ann] in
          let client = WorkoutsClient.live(database: database, person: ann)
          var draft = WorkoutDraft(id: UUID(), challenge: "pushups-2min", startedAt: .sunday)
          for rep in 1...60 {
            draft.log.append(.press, at: .milliseconds(300 * rep))
            draft.duration = .milliseconds(300 * rep)
            try await client.checkpoint(draft: draft)
          }
          _ = try await client.finish(draft: draft)
          return draft.id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    let client = WorkoutsClient.live(database: databases[0], person: ann)
    let history = try await client.history(challenge: nil, after: nil, limit: 10)
    #expect(Set(history.map(\.id)) == drafts)
    #expect(history.map(\.log.reps.count) == [60, 60])
    #expect(try await client.unfinished() == [])
  }

  @Test func `a long lock is reported, and all reps are saved afterwards`()
    async throws
  {
    let other = try Connection.open(in: folder.data)
    let database = try Database(Connection.open(in: folder.data, busyTimeout: .zero))
    let client = WorkoutsClient.live(database: database, person: ann, heartbeat: Heartbeat())
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft)
    try other.run("BEGIN IMMEDIATE")
    for _ in 0..<3 {
      draft.duration += .seconds(1)
      draft.log.append(.press, at: draft.duration)
      let error = await #expect(throws: DatabaseError.self) { try await client.checkpoint(draft) }
      #expect(error?.reason == .locked && error?.message == "database is locked")
      #expect(
        error?.sentence
          == "\(folder.data.databasePath) is in use by another program; try again when it has finished"
      )
    }
    try other.run("COMMIT")
    try await client.checkpoint(draft)
    #expect(try other.unfinished.all(of: ann) == [draft])
    _ = try await client.finish(draft)
    #expect(try other.workouts.history(of: ann, limit: 2).map(\.reps) == [5])
  }
}
