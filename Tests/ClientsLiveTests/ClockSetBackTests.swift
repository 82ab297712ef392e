import Clients
import FoundationEssentials
import Models
import SQLite
import Synchronization
import SystemTestSupport
import Testing

@testable import ClientsLive

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
    draft.log.append(draft.duration)
    try await client.checkpoint(draft)
    #expect(try await client.unfinished() == [draft])
    draft.duration += .seconds(1)
    // Recorded by the heartbeat alone.
    try await client.checkpoint(draft)
    #expect(try await client.unfinished() == [draft])
    _ = try await client.finish(draft)
    // Started an hour before the existing workouts.
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
