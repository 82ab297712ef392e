import FoundationEssentials
import SystemTestSupport
import Testing

@testable import LadderCommands

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

  @Test func `an exercise is merged with another one, and separated again`() {
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
    // A former name is no new exercise.
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
    #expect(program.run(["exercises", "rename", "squat"]).errors.contains("two names"))
    #expect(program.run(["records", "sqaut"]).output.contains("Did you mean \"squat\"?"))
  }

  @Test func `a name that is probably misspelled is saved, with a question`() {
    _ = log("bench press", "80x8", day: 1)
    let logged = log("benhc pres", "80x8", day: 2)
    #expect(logged.exitCode == 0 && logged.output.hasPrefix("Saved: benhc pres, 80kgx8"))
    #expect(
      logged.errors
        == "ladder: \"benhc pres\" is a new exercise; did you mean \"bench press\"? "
        + "\"ladder exercises rename 'benhc pres' 'bench press'\" merges them\n")
    // The second time it isn't new.
    #expect(log("benhc pres", "80x8", day: 3).errors.isEmpty)
    #expect(log("Bench-Press", "80x8", day: 3).errors.isEmpty)
    #expect(log("front squat", "80x8", day: 3).errors.isEmpty)
  }

  @Test func `a name that begins the one of a challenge has a suggestion`() {
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
