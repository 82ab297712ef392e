import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct StatisticsStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let ann: WorkoutsClient
  private let statistics: StatisticsClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    ann = .live(database: database, person: .sample("Ann"), now: { .sunday })
    statistics = .live(database: database, person: .sample("Ann"), now: { .sunday })
  }

  @Test func `a person without workouts has an empty summary`() async throws {
    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.workoutCount == 0 && summary.days.isEmpty && summary.records.isEmpty)
    #expect(summary.today == LocalTime(.sunday).date.daysSince1970)
    #expect(summary.dayStreak == Streak() && summary.weekStreak == Streak())
    #expect(summary.weeks.count == TrainingSummary.weekCount)
    #expect(summary.weeks.allSatisfy { $0.reps == 0 && $0.duration == .zero })
  }

  @Test func `workouts are summed by day`() async throws {
    let today = LocalTime(.sunday).date.daysSince1970
    let best = try await ann.finish(.sample(reps: 5))
    _ = try await ann.finish(.sample(reps: 3))
    let earlier = try await ann.finish(
      .hold(.seconds(60), at: .sunday.addingTimeInterval(-3 * 86_400)))
    _ = try await WorkoutsClient.live(database: database, person: .sample("Bob"))
      .finish(.sample(reps: 50))
    let gone = try await ann.finish(.sample(reps: 100))
    _ = try await ann.delete(gone.workout.id)

    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.workoutCount == 3)
    #expect(summary.reps == 8)
    #expect(summary.duration == .seconds(8 + 5 + 60))
    #expect(
      summary.days == [
        .init(number: today - 3, workoutCount: 1, duration: .seconds(60)),
        .init(number: today, workoutCount: 2, duration: .seconds(13)),
      ])
    #expect(summary.records.map(\.score) == [best.score, earlier.score])
  }

  @Test func `a corrected workout moves to its new day`() async throws {
    let workout = try await ann.finish(.sample(reps: 5)).workout
    try await ann.correct(
      workout.id, workout.copy { $0.startedAt = .sunday.addingTimeInterval(-86_400) })
    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.days.map(\.number) == [summary.today - 1])
  }
}
