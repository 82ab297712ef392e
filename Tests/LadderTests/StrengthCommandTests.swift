import ClientsLive
import FoundationEssentials
import SQLite
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of sets with weights on the command line: `ladder log EXERCISE SET…`, `history --json` and `records`.
struct LogSetsTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  @Test func `sets are saved with the unit of their exercise`() {
    #expect(
      program.run(["log", "bench press", "225lbx5", "w95x5", "--at", "2026-03-01 06:30"]).output
        == "Saved: bench press, 225lbx5 w95lbx5, 2026-03-01 06:30\n")
    // One set in another unit doesn't change the unit of the exercise.
    #expect(
      program.run(["log", "Bench Press", "102.5kgx5@9 slow", "--at", "2026-03-02 06:30"]).output
        == "Saved: bench press, 102.5kgx5@9, 2026-03-02 06:30\n")
    #expect(
      program.run(["log", "bench press", "235x5 240x3", "--at", "2026-02-02 06:30"]).output
        == "Saved: bench press, 235lbx5 240lbx3, 2026-02-02 06:30\n")
    #expect(
      program.run(["log", "row", "135lbx8", "--at", "2026-03-02 06:30"]).exitCode == 0)
    #expect(
      program.run(["log", "row", "145x8", "--at", "2026-03-03 06:30"]).output
        == "Saved: row, 145lbx8, 2026-03-03 06:30\n")
    let json = program.run(["history", "--json"]).output
    #expect(json.contains("\"set\":\"102.5kgx5@9 slow\""))
    #expect(json.contains("\"exercise\":\"row\""))
  }

  @Test func `an operand can have several sets`() {
    #expect(
      program.run(["log", "squat", "225lbx5 235x5,4", "x8", "2x5 @ 245lb easy", "250x3"]).output
        .hasPrefix("Saved: squat, 225lbx5 235lbx5 235lbx4 x8 245lbx5 245lbx5 250lbx3, "))
    #expect(program.run(["history", "--json"]).output.contains("\"set\":\"245lbx5 easy\""))
  }

  @Test func `a new exercise has the person's unit`() throws {
    let folder = TestFolder()
    let file = folder.path + "/ladder/settings"
    let program = Program(environment: [
      "LADDER_DATA": folder.path, "XDG_CONFIG_HOME": folder.path, "LADDER_USER": "Ann",
    ])
    try FileManager.default.createDirectory(
      atPath: folder.path + "/ladder", withIntermediateDirectories: true)
    try "unit = lb\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(
      program.run(["log", "squat", "225x5"]).output.hasPrefix("Saved: squat, 225lbx5, "))
    try "unit = kg\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(program.run(["log", "squat", "230x5"]).output.hasPrefix("Saved: squat, 230lbx5, "))
    #expect(program.run(["log", "row", "60x5"]).output.hasPrefix("Saved: row, 60kgx5, "))
  }

  @Test func `in a terminal, the first weight without a unit prompts for the unit`() throws {
    let folder = TestFolder()
    func log(_ set: String, answer: String? = nil, until text: String) throws {
      let session = try PtySession(
        Program.path, ["log", "squat", set],
        environment: [
          "LADDER_DATA=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", "LADDER_USER=Ann",
        ])
      if let answer {
        try session.wait(for: "(kg or lb) ")
        session.type(answer + "\n")
      }
      try session.wait(for: text)
      _ = session.finish()
    }
    try log("225x5", answer: "stone", until: "nothing was saved; answer kg or lb")
    try log("225x5", answer: " Pounds ", until: "Saved: squat, 225lbx5, ")
    // The answer was stored in the settings, so the next weight does not prompt for the unit.
    #expect(
      try String(contentsOfFile: folder.path + "/ladder/settings", encoding: .utf8)
        .contains("unit = lb"))
    try log("235x5", until: "Saved: squat, 235lbx5, ")
  }

  @Test func `the records contain the best load for each number of reps`() {
    let days = [
      ["100x5", "80x8", "w150x5"], ["102.5x5", "75x8"],
    ]
    for (index, sets) in days.enumerated() {
      let at = ["--at", "2026-03-0\(index + 1) 06:30"]
      #expect(program.run(["log", "squat"] + sets + at).exitCode == 0)
    }
    // 102.5 × (1 + 5 ÷ 30) = 119.58. The volume, 500 + 640 + 512.5 + 600, is from two weeks: 2026-03-01 is a Sunday.
    #expect(
      program.run(["records", "SQUAT"]).output == """
        squat
          estimated maximum  119.6 kg  (102.5kgx5, 2026-03-02)
          5 reps     102.5kgx5         2026-03-02
          8 reps     80kgx8            2026-03-01
          week of 2026-02-23  2 sets, 13 reps, 1140 kg
          week of 2026-03-02  2 sets, 13 reps, 1112.5 kg

        Estimated by Epley 1985: weight × (1 + reps ÷ 30), sets of 1 to 10 reps

        """)
    let json = program.run(["records", "--json"]).output
    #expect(json.contains("\"estimated_maximum_g\":119583"))
    #expect(json.contains("\"volume_g\":1112500"))
  }

  @Test func `a load lifted for more reps can also be the best load for fewer reps`() {
    #expect(program.run(["log", "squat", "135lbx5", "175lbx8", "w225lbx3"]).exitCode == 0)
    let lines = program.run(["records", "squat"]).output.split(separator: "\n")
    #expect(lines.filter { $0.contains(" reps  ") }.allSatisfy { $0.contains("175lbx8") })
    let json = program.run(["records", "--json"]).output
    #expect(json.contains("{\"set\":\"175lbx8\",\"reps\":5,"))
    #expect(json.contains("{\"set\":\"175lbx8\",\"reps\":8,"))
  }

  @Test func `a heavier single does not set the weight of the next session`() throws {
    #expect(
      program.run(["log", "squat", "120x1"] + Array(repeating: "100x5", count: 5)).exitCode == 0)
    #expect(program.run(["log", "row", "70x3", "50x12", "50x12", "50x12"]).exitCode == 0)
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    for (name, rule) in [("squat", "linear 5x5 +2.5"), ("row", "double 3x8-12 +2.5")] {
      try stores.run(
        "UPDATE exercise_settings SET rule = ?2 WHERE person = 1 AND key = ?1", .text(name),
        .text(rule))
    }
    stores.close()
    let records = program.run(["records"]).output
    #expect(records.contains("next session  5x5 @ 102.5kg"))
    #expect(records.contains("next session  3x8 @ 52.5kg"))
  }

  @Test func `the records have the rule and its suggestion for the next session`() throws {
    for (hour, set) in [("06", "100x5"), ("07", "102.5x5")] {
      let log = ["log", "squat", set, set, "--at", "2026-03-01 \(hour):30"]
      #expect(program.run(log).exitCode == 0)
    }
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    try stores.run(
      """
      INSERT INTO exercise_settings (person, key, exercise, rule)
      SELECT id, 'squat', 'Squat', 'linear 2x5 +2.5' FROM people WHERE true
      ON CONFLICT DO UPDATE SET rule = excluded.rule
      """)
    stores.close()
    #expect(
      program.run(["records"]).output.contains(
        """
          rule          linear 2x5 +2.5
          next session  2x5 @ 105kg
                        Both sets reached 5 reps with 102.5 kg: 2.5 kg more.

        Estimated by Epley 1985
        """))
    let json = program.run(["records", "--json"]).output
    #expect(
      json.contains(
        """
        "rule":"linear 2x5 +2.5","next":["105kgx5","105kgx5"],"next_reason":"Both sets reached
        """))
    #expect(json.contains("\"estimated_by\":\"Epley 1985: "))
  }

  @Test func `sets that begin with a minus sign are accepted after two dashes`() {
    #expect(
      program.run(["log", "--at", "2026-03-01 06:30", "pull-up", "--", "-20x8", "x5", "+5x3"])
        .output
        == "Saved: pull-up, -20kgx8 x5 +5kgx3, 2026-03-01 06:30\n")
    #expect(
      program.run(["history"]).output.hasSuffix("typed in; pull-up -20kgx8 x5 +5kgx3\n"))
    // The body weight is not known, so there is no volume.
    #expect(
      program.run(["records"]).output.hasSuffix("  week of 2026-02-23  3 sets, 16 reps\n"))
  }

  @Test func `effort and body weight are saved with the sets`() {
    let log = ["log", "squat", "100x5", "--rpe", "9", "--weight", "82.5kg"]
    #expect(program.run(log + ["--at", "2026-03-01 06:30"]).exitCode == 0)
    let json = program.run(["history", "--json"]).output
    #expect(json.contains("\"body_weight\":\"82.5kg\""))
    #expect(json.contains("\"set\":\"100kgx5 bw82.5kg\""))
  }

  @Test(arguments: [
    (["squat", "100"], "cannot read the set \"100\": column 4: x and the reps"),
    (["squat", "100x5", "1,5x5"], "cannot read the set \"1,5x5\": column 1: a fraction"),
    (["squat", "100x5", "easy"], "cannot read the set \"easy\": column 1: a set is a weight"),
    (["squat", "3x5"], "column 1: this can be 3 sets of 5 or 3 kg x 5"),
    (["squat", "100x5 102.5"], "column 7: this is neither a set"),
    (["a\"b", "100x5"], "without quotation marks"),
    (["squat", "100x5", "--reps", "5"], "leave --reps out"),
    (["squat", "100x5", "--time", "soon"], "--time must be"),
    (["squat", "100x5", "--rpe", "11"], "rpe"),
    (["squat", "100x5", "--weight", "22lb"], "from 10 to 700 kg (22.1 to 1543.2 lb)"),
    (["squat", "100x5", "--weight", "1000kg"], "from 10 to 700 kg"),
    (["squat", "100x5", "--distance", "5km"], "distance"),
    (["squat", "100x5", "--at", "2999-01-01 00:00"], "must not be in the future"),
  ])
  func `an invalid set is rejected in one line and nothing is saved`(
    arguments: [String], words: String
  ) {
    let outcome = program.run(["log"] + arguments)
    #expect(outcome.exitCode != 0)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(program.run(["records"]).output.hasPrefix("No sets by Ann yet."))
  }
}

// MARK: - Exercises

/// Tests of `ladder exercises`, and of the names of exercises on the command line.
struct ExercisesCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  private func log(_ exercise: String, _ sets: String..., day: Int) -> Program.Outcome {
    program.run(["log", exercise] + sets + ["--at", "2026-03-0\(day) 06:30"])
  }

  @Test func `exercises are listed with their other spellings`() {
    #expect(program.run(["exercises"]).output.hasPrefix("No sets by Ann yet."))
    #expect(program.run(["exercises", "--json"]).output == "[]\n")
    _ = log("pull-up", "x5", day: 1)
    _ = log("Pull Ups", "x8", "x6", day: 2)
    _ = log("squat", "100x5", day: 2)
    #expect(
      program.run(["exercises"]).output == """
        pull-up  2 sessions    3 sets     last 2026-03-02  also Pull Ups
        squat    1 session     1 set      last 2026-03-02

        """)
    let json = program.run(["exercises", "--json"]).output
    #expect(
      json.contains(
        """
        {"exercise":"pull-up","other_names":["Pull Ups"],"sessions":2,"sets":3,"unit":"kg",\
        "last_day":"2026-03-02"}
        """))
    #expect(program.run(["records", "PULLUPS"]).output.contains("8 reps"))
  }

  @Test func `an exercise is merged with another, and separated again`() {
    _ = log("chinup", "x5", day: 1)
    _ = log("pull-up", "x8", day: 2)
    #expect(
      program.run(["exercises", "rename", "Chin-ups", "pull-up"]).output
        == "The sets of Chin-ups are shown as pull-up. \"ladder exercises undo Chin-ups\" undoes it.\n"
    )
    #expect(program.run(["exercises"]).output.hasPrefix("pull-up  2 sessions"))
    #expect(program.run(["records", "chinup"]).output.hasPrefix("pull-up\n"))
    #expect(program.run(["history"]).output.contains("pull-up x5"))
    #expect(program.run(["history", "chinup"]).output.contains("No workouts by Ann match"))
    // Sets logged with a former name do not create a new exercise.
    let logged = log("chinup", "x6", day: 3)
    #expect(logged.output.hasPrefix("Saved: pull-up, x6") && logged.errors.isEmpty)
    #expect(program.run(["exercises", "undo", "chin ups"]).exitCode == 0)
    #expect(program.run(["history", "chinup"]).output.contains("chinup x5"))
    let again = program.run(["exercises", "undo", "chinup"])
    #expect(again.exitCode == 2 && again.errors.contains("\"chinup\" was not renamed"))
  }

  @Test func `an unknown exercise has a suggestion`() {
    _ = log("squat", "100x5", day: 1)
    #expect(
      program.run(["exercises", "rename", "sqaut", "squat"]).errors
        == "ladder: there are no sets of \"sqaut\"; did you mean \"squat\"?\n")
    #expect(program.run(["exercises", "rename", "squat"]).errors.contains("two arguments"))
    #expect(program.run(["records", "sqaut"]).output.contains("Did you mean \"squat\"?"))
  }

  @Test func `a name that is probably misspelled is saved, and a correction is suggested`() {
    _ = log("bench press", "80x8", day: 1)
    let logged = log("benhc pres", "80x8", day: 2)
    #expect(logged.exitCode == 0 && logged.output.hasPrefix("Saved: benhc pres, 80kgx8"))
    #expect(
      logged.errors
        == "ladder: \"benhc pres\" is a new exercise; did you mean \"bench press\"? "
        + "\"ladder exercises rename 'benhc pres' 'bench press'\" merges them\n")
    // The second time, the exercise isn't new.
    #expect(log("benhc pres", "80x8", day: 3).errors.isEmpty)
    #expect(log("Bench-Press", "80x8", day: 3).errors.isEmpty)
    #expect(log("front squat", "80x8", day: 3).errors.isEmpty)
  }

  @Test func `the beginning of a challenge's name gets a suggestion`() {
    #expect(
      program.run(["log", "push-ups", "--reps", "20"]).errors
        == "ladder: there is no challenge \"push-ups\"; did you mean \"pushups-2min\"?\n")
    #expect(program.run(["log", "Push ups in 2 minute", "--reps", "20"]).exitCode == 0)
  }

  @Test func `sets with weights have no replay`() {
    _ = log("squat", "100x5", day: 1)
    let result = program.run(["replay", "last"])
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("has sets with weights, whose reps have no times"))
  }
}
