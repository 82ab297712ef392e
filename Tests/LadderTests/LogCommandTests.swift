import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder log`.
struct LogCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  private func history() throws -> [Workout] {
    let stores = try #require(try Stores.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    return try stores.workouts.history(of: try #require(PersonName("Ann")), limit: 10)
  }

  @Test func `a workout is saved with its reps and its time`() throws {
    let outcome = program.run([
      "log", "pushups-2min", "--reps", "40", "--time", "01:50", "--at", "2026-03-01 06:30",
    ])
    #expect(
      outcome
        == Program.Outcome(
          output: "Saved: Push-ups in 2 minutes, 40 reps, a new best, 2026-03-01 06:30\n",
          errors: "", exitCode: 0))
    let workout = try #require(try history().first)
    #expect(workout.reps == 40)
    #expect(workout.duration == .seconds(110))
    #expect(workout.log.isManual)
    #expect(workout.startedAt.iso8601 == "2026-03-01T06:30:00.000Z")
    #expect(
      program.run(["leaderboard", "pushups-2min"]).output.contains("40"))
  }

  @Test func `a challenge can be given by its name, ignoring case`() throws {
    let log = ["log", "push-ups IN 2 minutes", "--reps", "40", "--at", "2026-03-01 06:30"]
    #expect(program.run(log).exitCode == 0)
    #expect(try history().map(\.challenge) == ["pushups-2min"])
    #expect(program.run(["leaderboard", "Push-ups in 2 minutes"]).output.contains("40"))
  }

  @Test func `a workout is saved with a note, which the history shows`() throws {
    let note = "Slow \u{1B}[31mstart,\n good end"
    let arguments = ["log", "pushups-2min", "--reps", "40", "--at", "2026-03-01 06:30"]
    #expect(program.run(arguments + ["--note", note]).exitCode == 0)
    #expect(program.run(arguments + ["--note", "  "]).exitCode == 0)
    #expect(try Set(history().map(\.note?.text)) == ["Slow [31mstart, good end", nil])
    let lines = program.run(["history"]).output.split(separator: "\n")
    #expect(lines[0].hasSuffix("  ID        NOTE"))
    #expect(
      lines.dropFirst().filter { $0.hasSuffix("  typed in; Slow [31mstart, good end") }.count == 1)
    let json = program.run(["history", "--json"]).output.split(separator: "\n")
    #expect(json.filter { $0.contains("\"note\":\"Slow [31mstart, good end\"") }.count == 1)
    #expect(json.filter { $0.contains("\"note\"") }.count == 1)
  }

  @Test func `a saved workout is confirmed even when the output fails`() throws {
    let outcome = program.run(["log", "pushups-2min", "--reps", "30"], into: .file("/dev/full"))
    #expect(
      outcome.errors
        == "ladder: cannot write the output (No space left on device; the workout is saved)\n")
    #expect(outcome.exitCode == 1)
    #expect(try history().map(\.reps) == [30])
  }

  @Test func `values that follow from the challenge are optional`() throws {
    #expect(program.run(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    #expect(program.run(["log", "plank-hold", "--time", "1:30.5"]).exitCode == 0)
    #expect(program.run(["log", "pushups-100", "--time", "4:05"]).exitCode == 0)
    let workouts = try history()
    #expect(
      Set(workouts.map(\.duration))
        == [.seconds(120), .milliseconds(90_500), .seconds(245)])
    #expect(Set(workouts.map(\.reps)) == [30, 0, 100])
  }

  @Test(arguments: [
    (
      ["log"],
      "\"log\" needs a challenge, as in \"ladder log pushups-2min --reps 30\"; "
        + "\"ladder challenges\" lists them"
    ),
    (["log", "pushups-2min"], "\"log pushups-2min\" needs --reps, as in --reps 30"),
    (["log", "plank-hold"], "\"log plank-hold\" needs --time, as in --time 04:30"),
    (
      ["log", "plank-hold", "--time", "1:00", "--reps", "3"],
      "plank-hold is held, not counted; leave --reps out"
    ),
    (
      ["log", "pushups-2min", "--reps", "3", "--time", "3:00"],
      "--time \"3:00\" is more than the 2:00 of pushups-2min"
    ),
    (
      ["log", "pushups-2min", "--reps", "many"],
      "--reps must be a whole number from 1 to 100000, not \"many\""
    ),
    (
      ["log", "pushups-2min", "--reps", "0"],
      "--reps must be a whole number from 1 to 100000, not \"0\""
    ),
    (
      ["log", "pushups-2min", "--reps", "9000"],
      "9000 reps in 02:00.00 is faster than anyone can do them; check --reps and --time"
    ),
    (
      ["log", "plank-hold", "--time", "90"],
      "--time must be minutes and seconds, as in 04:30 or 04:30.25, not \"90\""
    ),
    (
      ["log", "plank-hold", "--time", "0:00"],
      "--time must be minutes and seconds, as in 04:30 or 04:30.25, not \"0:00\""
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "yesterday"],
      "--at must be a time such as \"2026-03-01 06:30\", \"06:30\" for today, or one in "
        + "ISO 8601, not \"yesterday\""
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "2026-02-30 06:30"],
      "--at must be a time such as \"2026-03-01 06:30\", \"06:30\" for today, or one in "
        + "ISO 8601, not \"2026-02-30 06:30\""
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "9000-01-01 00:00"],
      "--at \"9000-01-01 00:00\" has not come yet"
    ),
    (
      ["log", "pushups-2min", "--reps", "3", "--note", String(repeating: "腕", count: 101)],
      "--note is at most 200 columns wide; make it shorter"
    ),
    (["history", "--note", "x"], "--note goes with \"log\", not with \"history\""),
    (["history", "--reps", "3"], "--reps goes with \"log\", not with \"history\""),
    (["log", "plank-hold", "--watch"], "--watch goes with \"status\", not with \"log\""),
  ])
  func `an invalid workout prints one line and saves nothing`(arguments: [String], line: String) {
    let outcome = program.run(arguments)
    #expect(outcome == Program.Outcome(output: "", errors: "ladder: \(line)\n", exitCode: 2))
    #expect(folder.contents.isEmpty)
  }

  @Test(
    arguments: [
      ("04:30", 270_000), ("4:30.5", 270_500), ("0:01.25", 1250), ("1:02:03.004", 3_723_004),
      ("99:59", 5_999_000), ("1:60", nil), ("1:2", nil), ("", nil), (":30", nil), ("1:30.", nil),
      ("1:30.1234", nil), ("-1:30", nil), ("1:30:", nil), ("1:1:1:1", nil), ("١:٣٠", nil),
    ] as [(String, Int?)])
  func `times are parsed in all formats`(text: String, milliseconds: Int?) {
    #expect(Duration(clockText: text) == milliseconds.map { .milliseconds($0) })
  }
}
