import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the results of workouts for time that aren't complete.
struct IncompleteWorkoutTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  private let stores: Connection
  private let circuit: Challenge

  init() throws {
    stores = try Connection.open(in: folder.data)
    let routine = try Routine(text: "2x(push-up 3, plank 11s, rest 5s)")
    circuit = try stores.challenges.add(
      .custom(
        "own-circuit", name: "Circuit", kind: .fullBody, scoring: .time(forReps: 6),
        instructions: [], routine: routine))
  }

  /// A draft that ends with the second plank, or in which both planks are skipped.
  private func draft(isSkipped: Bool, at startedAt: Date = .sunday) throws -> WorkoutDraft {
    var draft = WorkoutDraft.sample(circuit.id, at: startedAt)
    let instants: [UInt32] =
      isSkipped ? [500, 1000, 1500, 7000, 7500, 8000] : [500, 1000, 1500, 18_000, 18_500, 19_000]
    draft.log = try #require(RepLog(milliseconds: instants))
    if isSkipped { draft.skips = try #require(SkipLog(milliseconds: [1600, 8100])) }
    draft.duration = .milliseconds(isSkipped ? 8100 : 30_000)
    return draft
  }

  private func summary() throws -> TrainingSummary {
    try stores.statistics.summary(of: ann, at: .sunday)
  }

  @Test func `a workout with skipped holds has a rank, but is no best`() throws {
    let skipped = try stores.workouts.finish(draft(isSkipped: true), by: ann)
    #expect(skipped.score?.isComplete == false && !skipped.isRecord)
    #expect(skipped.impossibilityReason == nil)
    #expect(try stores.workouts.best(of: ann, in: circuit.id) == nil)
    let results = try #require(try stores.workouts.results(of: ann)[circuit.id])
    #expect(results.best == nil && results.last == skipped.workout)
    #expect(try summary().records.isEmpty)
    // It is honest work.
    #expect(try summary().workoutCount == 1 && summary().reps == 6)
    #expect(try stores.leaderboard.participantCount(in: circuit.id) == 1)
  }

  @Test func `a complete workout is better than a shorter one with skipped holds`() throws {
    let skipped = try stores.workouts.finish(
      draft(isSkipped: true, at: .sunday.addingTimeInterval(-600)), by: ann)
    let done = try stores.workouts.finish(draft(isSkipped: false), by: ann)
    #expect(done.isRecord && done.previousBest == nil)
    #expect(done.score?.duration == .seconds(30))
    #expect(try stores.workouts.best(of: ann, in: circuit.id) == done.workout)
    #expect(try summary().records.map(\.score.duration) == [.seconds(30)])
    let page = try stores.leaderboard.page(
      of: circuit.id, filter: .allTime, isLiveOnly: false, .after(nil), currentPerson: ann,
      today: 0)
    #expect(page.standings.map(\.workout) == [done.workout.id])
    // Without it, the other one has its place again, and is no best.
    try stores.workouts.delete(done.workout.id, of: ann, at: .sunday)
    #expect(try stores.workouts.best(of: ann, in: circuit.id) == nil)
    #expect(try stores.leaderboard.participantCount(in: circuit.id) == 1)
    #expect(try stores.workouts.last(of: ann, in: circuit.id) == skipped.workout)
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `an unfinished workout is no record`() throws {
    var draft = try draft(isSkipped: false)
    draft.log = try #require(RepLog(milliseconds: [500, 1000, 1500]))
    let saved = try stores.workouts.finish(draft, by: ann)
    #expect(circuit.text(try #require(saved.score)) == "incomplete, 3 of 6 reps")
    #expect(try !saved.isRecord && summary().records.isEmpty)
  }

  @Test func `5 km in ten seconds are not ranked, and count in no total`() throws {
    let routine = try Routine(text: "run 5km")
    let run = try stores.challenges.add(
      .custom(
        "own-run", name: "run 5km", kind: .fullBody, scoring: .time(forReps: 1), instructions: [],
        routine: routine))
    var draft = WorkoutDraft.sample(run.id)
    draft.log = try #require(RepLog(milliseconds: [10_000]))
    draft.duration = .seconds(10)
    let saved = try stores.workouts.finish(draft, by: ann)
    #expect(saved.score == nil && saved.impossibilityReason != nil)
    #expect(try stores.leaderboard.participantCount(in: run.id) == 0)
    #expect(run.resultText(of: saved.workout) == Challenge.notRanked)
  }
}
