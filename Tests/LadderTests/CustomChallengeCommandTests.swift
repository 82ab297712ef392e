import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of custom challenges on the command line.
struct CustomChallengeCommandTests {
  private let folder = TestFolder()
  private let stairs = Challenge.custom(
    "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(60)),
    instructions: [])
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  init() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    _ = try stores.challenges.add(stairs)
  }

  @Test func `custom challenges are listed, logged, ranked and shown`() {
    #expect(program.run(["challenges"]).output.contains("own-stairs"))
    #expect(
      program.run(["log", "own-stairs", "--reps", "12", "--at", "2026-03-01 06:30"])
        == Program.Outcome(
          output: "Saved: Stairs, 12 reps, a new best, 2026-03-01 06:30\n", errors: "",
          exitCode: 0))
    let board = program.run(["leaderboard", "own-stairs"]).output
    #expect(board.hasPrefix("Stairs, all time: most reps in 1:00") && board.contains("12"))
    #expect(program.run(["history"]).output.contains("Stairs"))
  }

  @Test func `the status of a running custom challenge has its name and its limit`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    try stores.unfinished.checkpoint(
      WorkoutDraft(
        id: UUID(), challenge: "own-stairs", startedAt: Date(), duration: .seconds(3),
        log: WorkoutLog(reps: try #require(RepLog(milliseconds: [900, 1800])))),
      by: try #require(PersonName("Ann")))
    let output = program.run(["status"]).output
    #expect(output.hasPrefix("Stairs  REPS 2  ") && output.contains(" left"), "\(output)")
  }

  @Test func `a deleted custom challenge is still ranked, and cannot be logged`() throws {
    #expect(program.run(["log", "own-stairs", "--reps", "12"]).exitCode == 0)
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    try stores.challenges.delete(stairs, at: Date())
    stores.close()
    #expect(program.run(["leaderboard", "own-stairs"]).output.contains("12"))
    let outcome = program.run(["log", "own-stairs", "--reps", "12"])
    #expect(
      outcome
        == Program.Outcome(
          output: "",
          errors:
            "ladder: there is no challenge \"own-stairs\"; \"ladder challenges\" lists them\n",
          exitCode: 2))
  }

  @Test func `a misspelled ID gets a suggestion`() {
    #expect(
      program.run(["leaderboard", "own-stiars"]).errors
        == "ladder: there is no challenge \"own-stiars\"; did you mean \"own-stairs\"?\n")
  }

  @Test func `the JSON of workouts in rounds has the reps of each round`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    let tabata = try #require(
      Catalogue.standard.challenges.first { $0.routine.intervals?.rest ?? .zero > .zero })
    let round = try #require(tabata.routine.intervals.map { $0.work + $0.rest })
    _ = try stores.workouts.finish(
      WorkoutDraft(
        id: UUID(), challenge: tabata.id, startedAt: Date(), duration: round * 2,
        log: WorkoutLog(
          reps: try #require(
            RepLog(milliseconds: [1000, 2000, UInt32(round.wholeMilliseconds) + 1000])))),
      by: try #require(PersonName("Ann")))
    stores.close()
    #expect(program.run(["history", "--json"]).output.contains("\"reps_of_rounds\":[2,1]"))
    #expect(program.run(["log", "pushups-2min", "--reps", "3"]).exitCode == 0)
    let lines = program.run(["history", "--json"]).output.split(separator: "\n")
    #expect(lines.filter { $0.contains("reps_of_rounds") }.count == 1)
    #expect(program.run(["log", "amrap-12min", "--reps", "60"]).exitCode == 0)
    // Manually entered reps have no times.
    let typed = program.run(["history", "--json"]).output
    #expect(typed.contains("\"reps\":60") && typed.contains("\"round_times_ms\":[]"))
  }

  @Test func `a skipped round has no time`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    let amrap = try #require(Catalogue.standard["amrap-12min"])
    let instants = [1...30, 51...57, 91...120].joined().map { UInt32($0 * 1000) }
    _ = try stores.workouts.finish(
      WorkoutDraft(
        id: UUID(), challenge: amrap.id, startedAt: Date(), duration: .seconds(130),
        log: WorkoutLog(reps: try #require(RepLog(milliseconds: instants)), skips: [60_000])),
      by: try #require(PersonName("Ann")))
    stores.close()
    let output = program.run(["history", "--json"]).output
    #expect(output.contains("\"round_times_ms\":[30000,null,60000]"))
    #expect(output.contains("\"exercises\":[{\"name\":"))
  }
}
