import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

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
      duration: .seconds(4), log: log)
    let saved = try stores.workouts.finish(
      pasted, by: .sample("Ann"))
    #expect(saved.score == nil && saved.impossibilityReason != nil)
  }

  private func reps() throws -> Int {
    try stores.statistics.summary(
      of: .sample("Ann"), at: .sunday, SummaryRequest()
    ).reps
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

  @Test func `holds without reps count as a workout, and a set without a rep does not`() throws {
    let holds = try stores.challenges.findOrAdd(
      .custom(
        "own-holds", name: "Holds", kind: .core, scoring: .reps(within: .seconds(70)),
        instructions: [], routine: try Routine(text: "2x(plank 30s, rest 10s)")))
    for challenge in [holds.id, "pushups-2min"] {
      var draft = WorkoutDraft.sample(challenge, reps: 0, at: .sunday.addingTimeInterval(7200))
      draft.duration = .seconds(70)
      _ = try stores.workouts.finish(draft, by: .sample("Ann"))
    }
    // Neither does one that was stopped.
    var stopped = WorkoutDraft.sample(holds.id, reps: 0, at: .sunday.addingTimeInterval(9000))
    stopped.duration = .seconds(69)
    _ = try stores.workouts.finish(stopped, by: .sample("Ann"))
    let summary = try stores.statistics.summary(of: .sample("Ann"), at: .sunday)
    #expect(summary.workoutCount == 2 && summary.reps == 9)
  }

  @Test func `a day with an impossible workout alone is in no streak`() throws {
    let log = try #require(RepLog(milliseconds: (1...515).map { UInt32($0) }))
    var draft = WorkoutDraft.sample(at: .sunday.addingTimeInterval(-86_400))
    draft.log = log
    _ = try stores.workouts.finish(draft, by: .sample("Ann"))
    let summary = try stores.statistics.summary(of: .sample("Ann"), at: .sunday)
    #expect(summary.dayStreak == Streak(current: 1, longest: 1) && summary.days.count == 1)
    // Its deletion and the undo change nothing either.
    try stores.workouts.delete(draft.id, of: .sample("Ann"), at: .sunday)
    #expect(try stores.statistics.summary(of: .sample("Ann"), at: .sunday) == summary)
    _ = try stores.workouts.undo(of: .sample("Ann"), at: .sunday)
    #expect(try stores.statistics.summary(of: .sample("Ann"), at: .sunday) == summary)
  }

  @Test func `a correction that is possible counts`() throws {
    let impossible = try #require(try stores.workouts.history(of: .sample("Ann"), limit: 1).first)
    try stores.workouts.correct(
      impossible.id, with: impossible.copy { $0.duration = .seconds(110) }, of: .sample("Ann"),
      at: .sunday
    )
    #expect(try reps() == 9)
    let log = try #require(RepLog(milliseconds: [1000, 2000]))
    let last = try #require(try stores.workouts.history(of: .sample("Ann"), limit: 1).first)
    try stores.workouts.correct(
      last.id, with: last.copy { $0.log = log }, of: .sample("Ann"), at: .sunday
    )
    #expect(try reps() == 11)
  }

  @Test func `totals of an earlier version are corrected`() throws {
    try stores.run("UPDATE workouts SET reps = 515, counts = 1 WHERE duration_ms = 4000")
    #expect(try reps() == 524)
    stores.close()
    let doctor = Doctor(folder: folder.data, settingsFile: nil)
    let findings = doctor.findings()
    #expect(findings.map(\.isRepairable) == [true])
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
