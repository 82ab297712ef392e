import CommandLineInterface
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
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
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
    #expect(workout.log.hasTypedReps)
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

  @Test func `figures are saved as typed`() throws {
    let log = ["log", "pushups-2min", "--reps", "40", "--at", "2026-03-01 06:30"]
    #expect(program.run(log + ["--rpe", "8.5", "--weight", "82.50kg"]).exitCode == 0)
    #expect(try history().first?.figures.text == "rpe8.5 82.50kg")
    let history = program.run(["history"]).output
    #expect(history.contains("typed in; RPE 8.5  body weight 82.50kg\n"))
    let json = program.run(["history", "--json"]).output
    #expect(json.contains("\"rpe\":8.5,\"body_weight\":\"82.50kg\""))
    #expect(json.contains("\"provenance\":[\"typed\"]"))
  }

  @Test func `a workout can be logged as text, and the same text is the same challenge`() throws {
    let first = program.run(["log", "run 5km", "--time", "26:10", "--at", "2026-03-01 06:30"])
    #expect(
      first.output == "Saved: run 5km, 26:10.00, a new best, 2026-03-01 06:30\n", "\(first.errors)")
    #expect(program.run(["log", "run  5km", "--time", "27:00"]).exitCode == 0)
    let circuit = ["log", "2x(push-up 3, plank 11s, rest 5s)", "--time", "0:40"]
    #expect(program.run(circuit).output.contains("plank 11s, rest 5s), 00:40.00, a new best"))
    #expect(program.run(["log", "AMRAP 5:00 (burpee 5)", "--reps", "60"]).exitCode == 0)
    #expect(try Set(history().map(\.challenge)).count == 3)
    let history = program.run(["history"]).output
    #expect(history.contains("typed in; 5:14/km\n"))
  }

  @Test func `sets with weights are logged as text`() throws {
    for text in ["squat 100kgx5 80x8", "squat 2x5 @ 100kg rest 3:00"] {
      #expect(program.run(["log", text]).exitCode == 0, "\(text)")
    }
    #expect(
      try history().map(\.sets.text).sorted()
        == ["squat 100kgx5 100kgx5", "squat 100kgx5 80kgx8"])
  }

  @Test(arguments: [
    (["run 5km"], "\"log 'run 5km'\" needs --time, as in --time 04:30"),
    (["run 5km", "--time", "0:10"], "run 5km in 00:10.00 is faster than humanly possible"),
    (
      ["run 20min", "--distance", "50km"],
      "50km in 20:00.00 is faster than humanly possible"
    ),
    (["squat 3x5"], "a weight needs its unit, as in \"ladder log 'squat' 3kgx5\""),
    (["squat 3x5 @ 80%"], "\"5 @ 80%\" does not have both a weight and reps"),
    (["squat 5 @ 80kg, row 5 @ 60kg"], "log the sets of each exercise separately"),
    (["5x(push-up"], "cannot read the workout"),
  ])
  func `a text that cannot be logged is refused`(arguments: [String], message: String) throws {
    let outcome = program.run(["log"] + arguments)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(
      outcome.exitCode == 2 && !FileManager.default.fileExists(atPath: folder.path + "/ladder.db"))
  }

  @Test func `a distance is scored by its time, and measured figures are saved`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    let routine = try Routine(text: "run 5km")
    let run = try stores.challenges.add(
      .custom(
        "own-run", name: "run 5km", kind: .fullBody, scoring: try #require(routine.scoring),
        instructions: [], routine: routine))
    #expect(try stores.challenges.catalogue()[run.id]?.routine == routine)
    #expect(run.scoringTitle == "5km, fastest time")
    stores.close()
    let log = ["log", "run 5km", "--distance", "5.05km", "--calories", "310kcal"]
    let slow = program.run(log + ["--time", "27:00", "--at", "2026-03-01 06:30"])
    #expect(
      slow.output == "Saved: run 5km, 27:00.00, a new best, 2026-03-01 06:30\n", "\(slow.errors)")
    let fast = program.run(log + ["--time", "26:10", "--at", "2026-03-02 06:30"])
    #expect(fast.output.contains("26:10.00, a new best"))
    #expect(try history().first?.figures.text == "5.05km 310kcal")
    let json = program.run(["history", "--json"]).output
    #expect(json.contains("\"distance\":\"5.05km\",\"pace\":\"5:11/km\",\"kilocalories\":310"))
  }

  @Test(arguments: [
    (
      ["--rpe", "10.5"],
      "--rpe must be a number from 1 to 10 in steps of 0.5, as in 8 or 8.5, not \"10.5\""
    ),
    (
      ["--weight", "82.5"],
      "--weight must be from 10 to 700 kg (22.1 to 1543.2 lb) with its unit, as in 82.5kg or 180lb, not \"82.5\""
    ),
    (["--distance", "5km"], "pushups-2min has no distance; leave --distance and --calories out"),
    (
      ["--calories", "1e9kcal"],
      "--calories must be a whole number from 1 to 20000 with its unit, as in 120kcal, not \"1e9kcal\""
    ),
  ])
  func `an invalid figure is refused`(options: [String], message: String) throws {
    let outcome = program.run(["log", "pushups-2min", "--reps", "40"] + options)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.exitCode != 0)
  }

  @Test func `a live leaderboard omits typed-in workouts`() throws {
    #expect(program.run(["log", "pushups-2min", "--reps", "40"]).exitCode == 0)
    let all = program.run(["leaderboard", "pushups-2min"]).output
    #expect(all.contains(", typed in\n"))
    let live = program.run(["leaderboard", "pushups-2min", "--live"]).output
    #expect(live.hasPrefix("Nobody has a live score in \"Push-ups in 2 minutes\" yet."))
    let json = program.run(["leaderboard", "pushups-2min", "--json"]).output
    #expect(json.contains("\"provenance\":[\"typed\"]"))
  }

  @Test func `a saved workout is confirmed even when the output fails`() throws {
    let outcome = program.run(["log", "pushups-2min", "--reps", "30"], into: .file("/dev/full"))
    #expect(
      outcome.errors
        == "ladder: cannot write the output (No space left on device; the workout is saved)\n")
    #expect(outcome.exitCode == 1)
    #expect(try history().map(\.reps) == [30])
  }

  @Test func `values that the challenge determines are optional`() throws {
    #expect(program.run(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    #expect(program.run(["log", "plank-hold", "--time", "1:30.5"]).exitCode == 0)
    #expect(program.run(["log", "pushups-100", "--time", "4:05"]).exitCode == 0)
    let workouts = try history()
    #expect(
      Set(workouts.map(\.duration))
        == [.seconds(120), .milliseconds(90_500), .seconds(245)])
    #expect(Set(workouts.map(\.reps)) == [30, 0, 100])
  }

  @Test func `a workout logged with a day but no time ends no later than now`() throws {
    let day = "2026-03-01"
    let later = Date(timeIntervalSince1970: 1_772_500_000)
    let start = try LoggedWorkout.start(day, duration: .zero, now: later, .midnight).date
    let now = start + 300
    #expect(
      try LoggedWorkout.start(day, duration: .seconds(600), now: now, .midnight).date == now - 600)
    #expect(throws: UsageError.self) {
      try LoggedWorkout.start(LocalTime(start).text, duration: .seconds(600), now: now, .midnight)
    }
  }

  @Test func `a workout logged for today must have ended`() throws {
    let today = LocalTime(Date()).date.text
    #expect(program.run(["log", "wall-sit", "--time", "10:00", "--at", today]).exitCode == 0)
    #expect(try history().allSatisfy { $0.achievedAt <= Date() })
    let minute = LocalTime(Date()).text
    let late = program.run(["log", "wall-sit", "--time", "10:00", "--at", minute])
    #expect(late.exitCode != 0 && late.errors.contains("is less than 10:00.00 ago"))
  }

  @Test func `holds and timed exercises need no reps, and count as workouts`() {
    for text in ["plank 60s", "3x(plank 30s, rest 10s)", "run 30:00"] {
      #expect(program.run(["log", text]).exitCode == 0, "\(text)")
    }
    #expect(program.run(["log", "push-up 60s"]).errors.contains("needs --reps"))
  }

  @Test(arguments: [
    (
      ["log"],
      "\"log\" needs a challenge, as in \"ladder log pushups-2min --reps 30\"; "
        + "\"ladder challenges\" lists them"
    ),
    (["log", "pushups-2min"], "\"log pushups-2min\" needs --reps, as in --reps 30"),
    (
      ["log", "squat"],
      "there is no challenge \"squat\"; did you mean \"squats-3min\"? (the sets of an exercise follow its "
        + "name, as in \"ladder log squat 100x5\")"
    ),
    (["log", "plank-hold"], "\"log plank-hold\" needs --time, as in --time 04:30"),
    (
      ["log", "plank-hold", "--time", "1:00", "--reps", "3"],
      "plank-hold has no reps; leave --reps out"
    ),
    (["log", "plank 60s", "--reps", "5"], "'plank 1:00' has no reps; leave --reps out"),
    (["log", "run 30:00", "--reps", "7"], "'run 30:00' has no reps; leave --reps out"),
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
      "9000 reps in 02:00.00 is faster than humanly possible; check the options"
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
      ["log", "plank-hold", "--time", "1:00", "--at", "tomorrow"],
      "--at must be a time such as \"2026-03-01 06:30\", 06:30, \"yesterday 18:00\" or 2026-03-01, "
        + "not \"tomorrow\""
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "2026-02-30 06:30"],
      "--at \"2026-02-30 06:30\" is on a day that does not exist"
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "0001-01-01"],
      "--at \"0001-01-01\" must be in 1970 or later"
    ),
    (
      ["log", "plank-hold", "--time", "1:00", "--at", "9000-01-01 00:00"],
      "--at \"9000-01-01 00:00\" must not be in the future"
    ),
    (
      ["log", "pushups-2min", "--reps", "3", "--note", String(repeating: "腕", count: 101)],
      "--note must be at most 200 columns wide; shorten it"
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

// MARK: - History

/// Tests of `ladder history`.
struct HistoryCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  @Test func `a query selects workouts by challenge, note and day`() {
    for (challenge, reps, day, note) in [
      ("pushups-2min", "30", "2026-03-01", "slow start"), ("pushups-2min", "31", "2026-04-01", ""),
      ("squats-3min", "32", "2026-04-02", "slow end"),
    ] {
      let log = program.run([
        "log", challenge, "--reps", reps, "--at", "\(day) 06:30", "--note", note,
      ])
      #expect(log.exitCode == 0)
    }
    func days(_ query: String) -> [String] {
      program.run(["history", query]).output.split(separator: "\n").dropFirst()
        .map { String($0.prefix(10)) }
    }
    #expect(days("") == ["2026-04-02", "2026-04-01", "2026-03-01"])
    #expect(days("PUSH") == ["2026-04-01", "2026-03-01"])
    #expect(days("slow") == ["2026-04-02", "2026-03-01"])
    #expect(days("slow 2026-03") == ["2026-03-01"])
    #expect(days("2026-04..") == ["2026-04-02", "2026-04-01"])
    #expect(
      program.run(["history", "slow push 2026-04"]).output == "No workouts by Ann match.\n")
    let json = program.run(["history", "squat", "--json"]).output
    #expect(json.split(separator: "\n").count { $0.contains("\"challenge\"") } == 1)
    #expect(program.run(["history", "squat", "push"]).exitCode == 2)
  }
}
