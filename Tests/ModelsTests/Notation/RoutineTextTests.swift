import Testing

@testable import Models

/// Tests of the text of named routines and programs.
struct RoutineTextTests {
  @Test func `the built-in programs can be read and have sources`() {
    #expect(
      TrainingProgram.standard.map(\.name) == ["Linear 5x5", "5/3/1", "GZCLP", "Texas method"])
    #expect(TrainingProgram.standard.allSatisfy { $0.source?.isEmpty == false })
    #expect(
      TrainingProgram.standard.map(\.orderText)
        == ["in turn", "in 4 weeks", "in turn", "on Mon Wed Fri"])
  }

  @Test func `routines before the first program belong to no program`() throws {
    let text = try RoutineText(
      """
      # Mine
      routine 5x5 A: squat 5x5 @ 100kg rest 3:00

      routine Morning: easy: push-up 10, plank 1:30
      program Mine\r
      weekdays Mon, thu
      rule squat, bench press: linear 5x5 +2.5
      routine A: squat 5x5
      routine B: bench press 5x5 , squat 3 @ 70%
      """)
    #expect(text.routines.map(\.name) == ["5x5 A", "Morning: easy"])
    #expect(text.routines[0].routine.text == "squat 5x5 @ 100kg rest 3:00")
    #expect(
      RoutineText.line(text.routines[1]) == "routine Morning: easy: push-up 10, plank 1:30\n")
    #expect(text.programs.map(\.name) == ["Mine"])
    #expect(text.programs[0].routines.map(\.name) == ["A", "B"])
    #expect(text.programs[0].order == .weekdays([1, 4]))
    #expect(try RoutineText(text.programs[0].text).programs == text.programs)
  }

  @Test(arguments: [
    ("hello", 1, "a line begins with routine or program"),
    ("routine A squat 5x5", 1, "a name, a colon and a workout"),
    ("routine A: squat", 1, "needs a target"), ("routine : squat 5", 1, "needs a name"),
    ("routine A: squat 5\nroutine a: squat 6", 2, "already a routine \"a\""),
    ("routine \u{1B}[2J: squat 5", 1, "control characters"),
    ("program \u{202E}X\nroutine A: squat 5", 1, "control characters"),
    ("program\nroutine A: squat 5", 1, "a program needs a name"),
    ("\nprogram X\nalternate", 2, "has no routine"),
    ("program X\nroutine A: squat 5\n\nprogram x\n", 4, "already a program"),
    ("program X\nroutine A: squat 5\nroutine A: squat 5", 3, "already a routine"),
    ("program X\nroutine A: run 5km", 2, "sets with reps"),
    ("program X\nweeks 10000\nroutine A: squat 5", 2, "from 1 to 52"),
    ("program X\nweeks 99999999999999999999\nroutine A: squat 5", 2, "from 1 to 52"),
    ("program X\nweeks 2\nroutine A: squat 5", 2, "can't be divided into 2 weeks"),
    ("program X\nweekdays mon tue\nroutine A: squat 5", 2, "2 days and 1 routine don't match"),
    ("program X\nweekdays mon mon\nroutine A: squat 5", 2, "different days"),
    ("program X\nweekdays all\nroutine A: squat 5", 2, "different days"),
    ("program X\nweekdays\nroutine A: squat 5", 2, "different days"),
    ("program X\nalternate\nweeks 1\nroutine A: squat 5", 3, "already has an order"),
    ("program X\nalternate now\nroutine A: squat 5", 2, "nothing can follow"),
    ("program X\nrule squat\nroutine A: squat 5", 2, "exercises, a colon and a rule"),
    ("program X\nrule squat: faster\nroutine A: squat 5", 2, "a rule begins with"),
    ("program X\nrule squat: maximum 90\nroutine A: squat 5", 2, "a percentage and a step"),
    ("program X\nrule squat: maximum 900% +5\nroutine A: squat 5", 2, "a percentage and a step"),
    (
      "program X\nrule squat: percent 65%x5 of 90% step 2.5\nroutine A: squat 5", 2,
      "write percentages in the routines"
    ),
    (
      "program X\nrule bench: linear 5x5 +5\nroutine A: squat 5x5", 2,
      "no routine of the program has \"bench\""
    ),
    ("program X\nrule squat: linear 3x5 +5\nroutine A: squat 5x5", 2, "with the sets of this rule"),
    ("program X\nrest 3:00\nroutine A: squat 5", 2, "a line of a program begins with"),
  ])
  func `a mistake is reported with its line`(text: String, line: Int, problem: String) throws {
    let error = try #require(throws: TextError.self) { try RoutineText(text) }
    #expect(error.line == line, "\(error)")
    #expect(error.problem.contains(problem), "\(error)")
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test func `a text has a maximum length and a maximum number of programs and their routines`() {
    let long = String(repeating: "#\n", count: TrainingProgram.maxLength)
    #expect(throws: TextError.self) { try RoutineText(long) }
    let routines = (0...100).map { "routine \($0)a: squat 5\n" }.joined()
    #expect(throws: TextError.self) { try RoutineText("program X\n" + routines) }
    let programs = (0...100).map { "program \($0)a\nroutine A: squat 5\n" }.joined()
    #expect(throws: TextError.self) { try RoutineText(programs) }
  }

  @Test(arguments: ["5/3/1 since 2026-03-02", "5x5 since ever since 2026-03-02"])
  func `the followed program is a setting`(text: String) throws {
    let program = try #require(FollowedProgram(text: text))
    #expect(program.since == 20_514)
    #expect(program.text == text)
  }

  @Test(arguments: [
    "5/3/1", "since 2026-03-02", "5/3/1 since 2026-02-30", "5/3/1 since today",
    "5/3/1 since 2026-03-02-01", "\u{1B}5 since 2026-03-02", "5/3/1 since -1-1-1",
  ])
  func `an invalid setting is rejected`(text: String) {
    #expect(FollowedProgram(text: text) == nil)
  }
}
