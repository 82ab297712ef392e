import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of `ladder next`, `ladder start` with the name of a routine, and `ladder routines`.
@Suite(.serialized)
struct RoutineCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: [
      "LADDER_DATA": folder.path, "XDG_CONFIG_HOME": folder.path, "LADDER_USER": "Ann", "TZ": "UTC",
    ])
  }

  private func write(_ text: String, to name: String) throws {
    let path = folder.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: folder.path + "/ladder", withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private let text = """
    routine 5x5 A: squat 5x5 @ 100kg rest 3:00
    routine Morning: push-up 10, plank 1:30

    program Mine
    weekdays mon thu
    rule squat: linear 5x5 +2.5
    routine Heavy: squat 5x5
    routine Light: squat 2x5 @ 70%

    """

  @Test func `routines and programs are exported as they were imported`() throws {
    try write(text, to: "mine.txt")
    let outcome = program.run(["routines", "import", folder.path + "/mine.txt"])
    #expect(outcome.output == "Saved 2 routines and 1 program.\n")
    #expect(program.run(["routines", "export"]).output == text)
    // The export can be imported again, and changes nothing.
    try write(program.run(["routines", "export"]).output, to: "again.txt")
    #expect(program.run(["routines", "import", folder.path + "/again.txt"]).exitCode == 0)
    #expect(program.run(["routines", "export"]).output == text)
    #expect(program.run(["challenges"]).output.contains("5x5 A"))
    // A changed routine replaces the one with its name.
    try write("routine 5x5 a: squat 5x5 @ 110kg\n", to: "changed.txt")
    #expect(program.run(["routines", "import", folder.path + "/changed.txt"]).exitCode == 0)
    let changed = program.run(["routines", "export"]).output
    #expect(changed.contains("routine 5x5 a: squat 5x5 @ 110kg\n"))
    #expect(!changed.contains("100kg"))
  }

  @Test func `nothing is imported from a file with a mistake`() throws {
    for (text, problem) in [
      ("routine A: squat 5\nroutine B: squat\n", ":2: the exercise needs a target"),
      ("program X\nweeks 10000\nroutine A: squat 5\n", ":2: the number of weeks"),
      ("routine Push-ups in 2 minutes: squat 5\n", "comes with Ladder"),
      ("program GZCLP\nroutine A: squat 5\n", "comes with Ladder"),
      ("# none\n", "it has no routine"),
      (String(repeating: "# too long\n", count: 30_000), "at most 256 KB"),
    ] {
      try write(text, to: "wrong.txt")
      let outcome = program.run(["routines", "import", folder.path + "/wrong.txt"])
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.contains(problem), "\(outcome.errors)")
      #expect(outcome.errors.contains("nothing was imported"))
      #expect(program.run(["routines", "export"]).output.isEmpty)
    }
  }

  @Test func `programs that would make the file too long are not added`() throws {
    let routines = (1...60).map { "routine R\($0): squat 5x5, squat 5x5, squat 5x5, squat 5x5\n" }
    for (name, exitCode) in [("P", 0), ("Q", 1)] as [(String, Int32)] {
      let programs = (1...60).map { "program \(name)\($0)\n" + routines.joined() }
      try write(programs.joined(), to: "many.txt")
      let outcome = program.run(["routines", "import", folder.path + "/many.txt"])
      #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
      let kept = program.run(["routines", "export"]).output
      #expect(kept.contains("program P60\n") && !kept.contains("program Q"))
    }
  }

  @Test func `the next session of the followed program is printed`() throws {
    #expect(program.run(["next"]).output.hasPrefix("Nothing is planned."))
    try write("program = 5/3/1 since 2020-01-06\n", to: "ladder/settings")
    #expect(program.run(["log", "row", "60kgx5", "--at", "2020-01-05 06:30"]).exitCode == 0)
    #expect(
      program.run(["next"]).output
        == "today: 5/3/1: record a set of overhead press first, as in 100x5\n")
    #expect(program.run(["start"]).errors.contains("record a set of overhead press first"))
    #expect(
      program.run(["log", "overhead press", "60kgx1", "--at", "2020-01-05 06:30"]).exitCode == 0)
    #expect(
      program.run(["next"]).output == """
        today: 5/3/1 press, fives  5/3/1, week 1 of 4
          overhead press 5 @ 35kg, overhead press 5 @ 40kg, overhead press 5 @ 45kg

        """)
    #expect(
      program.run(["status"]).output
        == "no workout  next today: 5/3/1 press, fives  5/3/1, week 1 of 4\n")
    let json = program.run(["next", "--json"]).output
    #expect(json.contains("\"workout\":\"overhead press 5 @ 35kg"))
    try write("program = Gone since 2020-01-06\n", to: "ladder/settings")
    #expect(program.run(["next"]).output.contains("the program \"Gone\" is not on this machine"))
  }

  @Test func `a routine starts by its name`() throws {
    try write(text, to: "mine.txt")
    #expect(program.run(["routines", "import", folder.path + "/mine.txt"]).exitCode == 0)
    try start(["start", "5x5 A"], shows: "Planned  100x5")
    try write("program = Linear 5x5 since 2020-01-06\n", to: "ladder/settings")
    #expect(
      program.run(["log", "overhead press", "5x5x30kg", "--at", "2020-01-05 06:30"]).exitCode == 0)
    try start(["start", "5x5 B"], shows: "Squat")
    try start(["start"], shows: "Squat")
  }

  private func start(_ arguments: [String], shows text: String) throws {
    let session = try PtySession(
      Program.path, arguments + ["--plain"],
      environment: [
        "LADDER_DATA=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", "LADDER_USER=Ann",
      ])
    try session.wait(for: text)
    session.type("quit\n")
    _ = session.finish()
  }
}
