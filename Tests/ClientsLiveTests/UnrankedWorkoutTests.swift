import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests that an impossible workout is in the history, but counts nowhere else.
struct UnrankedWorkoutTests {
  private let folder = TestFolder()
  private let stores: Connection

  init() throws {
    stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(
      .sample(reps: 9), by: .sample("Ann"))
    let log = try #require(RepLog(milliseconds: (1...515).map { UInt32($0) }))
    let pasted = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: .sunday.addingTimeInterval(3600),
      duration: .seconds(4), log: WorkoutLog(reps: log))
    let saved = try stores.workouts.finish(
      pasted, by: .sample("Ann"))
    #expect(saved.score == nil && saved.impossibilityReason != nil)
  }

  private func reps() throws -> Int {
    try stores.statistics.summary(
      of: .sample("Ann"), at: .sunday, SummaryRequest()
    ).reps
  }

  @Test func `a set of a plan ignores rests, and is not a result of its challenge`() throws {
    var draft = WorkoutDraft.sample("squats-tabata", reps: 40, at: .sunday.addingTimeInterval(7200))
    draft.purpose = .set(1, ofSession: 1)
    let saved = try stores.workouts.finish(draft, by: .sample("Ann"))
    #expect(saved.score?.reps == 40 && saved.impossibilityReason == nil)
    #expect(try reps() == 49)
    let page = try stores.leaderboard.page(
      of: "squats-tabata", filter: .allTime, .after(nil), currentPerson: nil, today: 20_513)
    #expect(page.standings == [])
    draft.purpose = nil
    let pasted = try stores.workouts.finish(
      WorkoutDraft.sample("squats-tabata", reps: 40), by: .sample("Ann"))
    #expect(pasted.score == nil && pasted.impossibilityReason == .inRest(rep: 14))
  }

  @Test func `an impossible workout counts in no total and is not the last result`() throws {
    #expect(try stores.workouts.history(of: .sample("Ann"), limit: 9).map(\.reps) == [515, 9])
    #expect(try reps() == 9)
    #expect(try stores.workouts.last(of: .sample("Ann"), in: "pushups-2min")?.reps == 9)
    #expect(try stores.workouts.results(of: .sample("Ann"))["pushups-2min"]?.last.reps == 9)
    let summary = try stores.statistics.summary(of: .sample("Ann"), at: .sunday)
    #expect(summary.workoutCount == 1 && summary.duration == .seconds(14))
    #expect(summary.days.map(\.workoutCount) == [1] && summary.dayStreak.longest == 1)
    #expect(summary.weeks.last?.workoutCount == 1)
    stores.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `holds without reps count as a workout, but push-ups without a rep do not`() throws {
    let holds = try stores.challenges.findOrAdd(
      .custom(
        "own-holds", name: "Holds", kind: .core, scoring: .reps(within: .seconds(70)),
        instructions: [], routine: try Routine(text: "2x(plank 30s, rest 10s)")))
    for challenge in [holds.id, "pushups-2min"] {
      var draft = WorkoutDraft.sample(challenge, reps: 0, at: .sunday.addingTimeInterval(7200))
      draft.duration = .seconds(70)
      _ = try stores.workouts.finish(draft, by: .sample("Ann"))
    }
    // A stopped workout does not count either.
    var stopped = WorkoutDraft.sample(holds.id, reps: 0, at: .sunday.addingTimeInterval(9000))
    stopped.duration = .seconds(69)
    _ = try stores.workouts.finish(stopped, by: .sample("Ann"))
    let summary = try stores.statistics.summary(of: .sample("Ann"), at: .sunday)
    #expect(summary.workoutCount == 2 && summary.reps == 9)
  }

  @Test func `a day with only an impossible workout is in no streak`() throws {
    let log = try #require(RepLog(milliseconds: (1...515).map { UInt32($0) }))
    var draft = WorkoutDraft.sample(at: .sunday.addingTimeInterval(-86_400))
    draft.log = WorkoutLog(reps: log)
    _ = try stores.workouts.finish(draft, by: .sample("Ann"))
    let summary = try stores.statistics.summary(of: .sample("Ann"), at: .sunday)
    #expect(summary.dayStreak == Streak(current: 1, longest: 1) && summary.days.count == 1)
    // Deleting the workout and undoing the deletion change nothing either.
    try stores.workouts.delete(draft.id, of: .sample("Ann"), at: .sunday)
    #expect(try stores.statistics.summary(of: .sample("Ann"), at: .sunday) == summary)
    _ = try stores.workouts.undo(of: .sample("Ann"), at: .sunday)
    #expect(try stores.statistics.summary(of: .sample("Ann"), at: .sunday) == summary)
  }

  @Test func `a workout that is corrected to a possible result counts`() throws {
    let impossible = try #require(try stores.workouts.history(of: .sample("Ann"), limit: 1).first)
    try stores.workouts.correct(
      impossible.id,
      with: impossible.copy {
        $0.log = WorkoutLog(reps: $0.log.reps, duration: .seconds(110))
      }, of: .sample("Ann"),
      at: .sunday
    )
    #expect(try reps() == 9)
    let log = try #require(RepLog(milliseconds: [1000, 2000]))
    let last = try #require(try stores.workouts.history(of: .sample("Ann"), limit: 1).first)
    try stores.workouts.correct(
      last.id, with: last.copy { $0.log = WorkoutLog(reps: log, duration: $0.duration) },
      of: .sample("Ann"), at: .sunday
    )
    #expect(try reps() == 11)
  }

  @Test func `doctor corrects totals that an earlier version of Ladder computed`() throws {
    try stores.run("UPDATE workouts SET reps = 515, counts = 1 WHERE duration_ms = 4000")
    #expect(try reps() == 524)
    stores.close()
    let doctor = Doctor(folder: folder.data, settingsFile: nil)
    let findings = doctor.findings()
    #expect(findings.map(\.isRepairable) == [true, true])
    _ = try doctor.repair(findings)
    #expect(doctor.findings() == [])
    #expect(try UnrankedWorkoutTests.reps(in: folder) == 9)
  }

  private static func reps(in folder: TestFolder) throws -> Int {
    let stores = try Connection.open(in: folder.data)
    defer { stores.close() }
    return try stores.statistics.summary(
      of: .sample("Ann"), at: .sunday, SummaryRequest()
    ).reps
  }
}

/// Tests of the results of incomplete workouts for time.
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

  /// Returns a draft that ends with the second plank, or in which both planks are skipped.
  private func draft(isSkipped: Bool, at startedAt: Date = .sunday) throws -> WorkoutDraft {
    var draft = WorkoutDraft.sample(circuit.id, at: startedAt)
    let instants: [UInt32] =
      isSkipped ? [500, 1000, 1500, 7000, 7500, 8000] : [500, 1000, 1500, 18_000, 18_500, 19_000]
    draft.log = WorkoutLog(
      reps: try #require(RepLog(milliseconds: instants)), skips: isSkipped ? [1600, 8100] : [])
    draft.duration = .milliseconds(isSkipped ? 8100 : 30_000)
    return draft
  }

  private func summary() throws -> TrainingSummary {
    try stores.statistics.summary(of: ann, at: .sunday)
  }

  @Test func `a workout with skipped holds has a rank, but is not a best`() throws {
    let skipped = try stores.workouts.finish(draft(isSkipped: true), by: ann)
    #expect(skipped.score?.isComplete == false && !skipped.isRecord)
    #expect(skipped.impossibilityReason == nil)
    #expect(try stores.workouts.best(of: ann, in: circuit.id) == nil)
    let results = try #require(try stores.workouts.results(of: ann)[circuit.id])
    #expect(results.best == nil && results.last == skipped.workout)
    #expect(try summary().records.isEmpty)
    // The workout counts in the totals.
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
    // After the complete workout has been deleted, the one with skipped holds is ranked again, but is not a best.
    try stores.workouts.delete(done.workout.id, of: ann, at: .sunday)
    #expect(try stores.workouts.best(of: ann, in: circuit.id) == nil)
    #expect(try stores.leaderboard.participantCount(in: circuit.id) == 1)
    #expect(try stores.workouts.last(of: ann, in: circuit.id) == skipped.workout)
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `an incomplete workout is not a record`() throws {
    var draft = try draft(isSkipped: false)
    draft.log = WorkoutLog(reps: try #require(RepLog(milliseconds: [500, 1000, 1500])))
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
    draft.log = WorkoutLog(reps: try #require(RepLog(milliseconds: [10_000])))
    draft.duration = .seconds(10)
    let saved = try stores.workouts.finish(draft, by: ann)
    #expect(saved.score == nil && saved.impossibilityReason != nil)
    #expect(try stores.leaderboard.participantCount(in: run.id) == 0)
    #expect(run.resultText(of: saved.workout) == Challenge.notRanked)
  }
}

/// Tests that the end of a distance is scored, but does not count as a rep.
struct DistanceTotalsTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func addChallenge(_ text: String, to stores: Connection) throws -> Challenge {
    let routine = try Routine(text: text)
    return try stores.challenges.add(
      .custom(
        "own-distance", name: "Distance", kind: .fullBody, scoring: routine.scoring!,
        instructions: [], routine: routine))
  }

  /// Returns a draft in which the person rows 500 m in 80 s and does ten burpees, twice.
  private func mixedDraft(_ challenge: Challenge) -> WorkoutDraft {
    var draft = WorkoutDraft.sample(challenge.id)
    draft.log = WorkoutLog(
      reps: RepLog(
        milliseconds: ([80] + Array(81...90) + [170] + Array(171...180)).map { $0 * 1000 })!)
    draft.duration = .seconds(180)
    return draft
  }

  private func reps(in stores: Connection) throws -> Int {
    try stores.first("SELECT reps FROM periods WHERE calendar = 0") { $0.count() } ?? 0
  }

  @Test func `a distance is scored, but does not count as a rep`() async throws {
    let stores = try Connection.open(in: folder.data)
    let challenge = try addChallenge("2x(row 500m, burpee 10)", to: stores)
    let saved = try stores.workouts.finish(
      mixedDraft(challenge), by: ann)
    #expect(saved.score?.duration == .seconds(180))
    #expect(try reps(in: stores) == 20)
    let shorter = saved.workout.copy {
      $0.log = WorkoutLog(reps: RepLog(milliseconds: [80_000, 81_000])!, duration: $0.duration)
    }
    try stores.workouts.correct(
      saved.workout.id, with: shorter, of: ann, at: .sunday)
    #expect(try reps(in: stores) == 1)
    _ = try stores.workouts.undo(of: ann, at: .sunday)
    #expect(try reps(in: stores) == 20)
    stores.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `database rows that count distances as reps are found and repaired`() throws {
    var stores = try Connection.open(in: folder.data)
    let challenge = try addChallenge("2x(row 500m, burpee 10)", to: stores)
    _ = try stores.workouts.finish(mixedDraft(challenge), by: ann)
    try stores.execute("UPDATE workouts SET reps = 22")
    #expect(try reps(in: stores) == 22)
    stores.close()
    let doctor = Doctor(folder: folder.data, settingsFile: nil)
    let findings = doctor.findings()
    #expect(findings.count == 2)
    _ = try doctor.repair(findings)
    stores = try Connection.open(in: folder.data)
    #expect(try reps(in: stores) == 20)
    stores.close()
    #expect(doctor.findings() == [])
  }

  @Test func `workouts received before their challenge are counted again`() throws {
    let stores = try Connection.open(in: folder.data)
    let routine = try Routine(text: "2x(row 500m, burpee 10)")
    let challenge = Challenge.custom(
      "own-distance", name: "Distance", kind: .fullBody, scoring: .time(forReps: 22),
      instructions: [], routine: routine)
    _ = try stores.workouts.finish(mixedDraft(challenge), by: ann)
    #expect(try reps(in: stores) == 22)
    try stores.workouts.recomputeTotals(in: challenge)
    #expect(try reps(in: stores) == 20)
  }
}
