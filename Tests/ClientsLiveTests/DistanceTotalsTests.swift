import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests that the end of a distance is scored, but is no rep in any total.
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

  /// Row 500 m until 80 s, ten burpees, and both once more.
  private func mixedDraft(_ challenge: Challenge) -> WorkoutDraft {
    var draft = WorkoutDraft.sample(challenge.id)
    draft.log = RepLog(
      milliseconds: ([80] + Array(81...90) + [170] + Array(171...180)).map { $0 * 1000 })!
    draft.duration = .seconds(180)
    return draft
  }

  private func reps(in stores: Connection) throws -> Int {
    try stores.first("SELECT reps FROM periods WHERE calendar = 0") { $0.count() } ?? 0
  }

  @Test func `a distance is scored and counts no rep`() async throws {
    let stores = try Connection.open(in: folder.data)
    let challenge = try addChallenge("2x(row 500m, burpee 10)", to: stores)
    let saved = try stores.workouts.finish(
      mixedDraft(challenge), by: ann)
    #expect(saved.score?.duration == .seconds(180))
    #expect(try reps(in: stores) == 20)
    let shorter = saved.workout.copy { $0.log = RepLog(milliseconds: [80_000, 81_000])! }
    try stores.workouts.correct(
      saved.workout.id, with: shorter, of: ann, at: .sunday)
    #expect(try reps(in: stores) == 1)
    _ = try stores.workouts.undo(of: ann, at: .sunday)
    #expect(try reps(in: stores) == 20)
    stores.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `rows in which distances were counted are found and repaired`() throws {
    var stores = try Connection.open(in: folder.data)
    let challenge = try addChallenge("2x(row 500m, burpee 10)", to: stores)
    _ = try stores.workouts.finish(mixedDraft(challenge), by: ann)
    try stores.execute("UPDATE workouts SET reps = 22")
    #expect(try reps(in: stores) == 22)
    stores.close()
    let doctor = Doctor(folder: folder.data, settingsFile: nil)
    let findings = doctor.findings()
    #expect(findings.count == 1)
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
