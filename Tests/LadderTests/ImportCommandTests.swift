import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of `ladder import` as a process.
struct ImportCommandTests {
  private let folder = TestFolder()
  private let files = TestFolder()
  private var program: Program { .ann(in: folder, config: files.path, zone: "Europe/Berlin") }
  private var file: String { files.path + "/strong.csv" }

  private static let text = """
    Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps
    2024-07-01 18:30:00;Legs;Squat (Barbell);1;100,5;kg;5
    2024-07-01 18:30:00;Legs;Squat (Barbell);2;100,5;kg;4000
    2024-07-01 18:30:00;Legs;Pull Ups;1;0;kg;8

    """

  private func sets() -> [String] {
    program.run(["history", "--json"]).output.split(separator: "\"set\":\"").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
  }

  @Test func `a file is imported once, and the import can be undone`() {
    files.write(Self.text, to: "strong.csv")
    #expect(program.run(["log", "pull-up", "x5", "--at", "2024-06-01 10:00"]).exitCode == 0)
    let before = program.run(["history", "--json"]).output
    let result = program.run(["import", file])
    #expect(
      result.output == """
        Squat (Barbell)  (new)
        Pull Ups = pull-up
        Added: 2 sets in 1 workout
        Already there: 0 sets; repeated in the file: 0
        Kept as notes: 0 values
        Refused: 1 row
        \(file):3: reps are a number from 0 to 1000, not "4000"
        "ladder import --undo 1" removes it.

        """)
    // A row was refused, so the exit code is 1, which a script can check.
    #expect(result.exitCode == 1 && result.errors.isEmpty)
    #expect(sets() == ["100.5kgx5", "x8", "x5"])
    #expect(program.run(["history", "--json"]).output.contains("2024-07-01T18:30:00.000+02:00"))
    #expect(
      program.run(["import", file]).output.contains(
        "Added: 0 sets in 0 workouts\nAlready there: 2 sets"))
    #expect(program.run(["import"]).output.hasSuffix("  strong  strong.csv: 1 workout\n"))
    #expect(program.run(["import", "--undo", "2"]).exitCode == 2)
    #expect(
      program.run(["import", "--undo"]).output == "Removed import 1, strong.csv: 1 workout.\n")
    #expect(program.run(["history", "--json"]).output == before)
    #expect(program.run(["import"]).output == "No imports yet.\n")
    #expect(program.run(["doctor"]).exitCode == 0)
  }

  @Test func `an export of Ladder can be imported, and the import undone`() {
    let (other, export) = (TestFolder(), files.path + "/ladder.json")
    #expect(
      program.run(["log", "squat", "100kgx5@9 slow", "--at", "2024-06-01 10:00"]).exitCode == 0)
    #expect(program.run(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    #expect(program.run(["export", export]).exitCode == 0)
    var copy = program
    copy.environment["LADDER_DATA"] = other.path
    let dryRun = copy.run(["import", export, "--dry-run"])
    #expect(dryRun.output.hasPrefix("Would add: ") && other.contents == [])
    let result = copy.run(["import", export])
    #expect(result.output.hasSuffix("\"ladder import --undo 1\" removes it.\n"))
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    #expect(copy.run(["export"]).output == files.text(of: "ladder.json"))
    #expect(copy.run(["import", export]).output.hasPrefix("Added: 0 items\n"))
    #expect(copy.run(["import"]).output.hasSuffix("  ladder  ladder.json: 2 workouts\n"))
    #expect(copy.run(["import", "--undo", "ladder.json"]).exitCode == 0)
    #expect(copy.run(["history"]).output.hasPrefix("No workouts by Ann yet."))
    files.write("{\"format\":", to: "ladder.json")
    #expect(copy.run(["import", export]).errors.hasSuffix("; nothing was imported\n"))
  }

  @Test func `a dry run changes nothing`() {
    files.write(Self.text, to: "strong.csv")
    let result = program.run(["import", file, "--dry-run"])
    #expect(result.output.contains("Would add: 2 sets in 1 workout\n") && result.exitCode == 1)
    #expect(folder.contents == [])
  }

  @Test func `the zone and the unit can be given`() {
    files.write(
      "date,exercise,weight,reps\n2024-07-01 18:30,Squat,225,5\n2024-03-31 02:30,Squat,225,5\n",
      to: "strong.csv")
    let missing = program.run(["import", file])
    #expect(
      missing.errors
        == "\(file):2: \"225\" has no unit; add --unit kg or --unit lb; nothing was imported\n")
    #expect(missing.exitCode == 1 && sets() == [])
    let gap = program.run(["import", file, "--unit", "lb"])
    #expect(gap.output.contains("\(file):3: the date \"2024-03-31 02:30\" does not exist here"))
    #expect(program.run(["import", "--undo"]).exitCode == 0)
    let result = program.run(["import", file, "--unit", "lb", "--tz", "America/New_York"])
    #expect(result.exitCode == 0 && sets() == ["225lbx5", "225lbx5"])
    #expect(program.run(["history", "--json"]).output.contains("2024-07-01T18:30:00.000-04:00"))
  }

  @Test func `a table of names is written, edited and used`() {
    files.write(Self.text, to: "strong.csv")
    let names = files.path + "/names"
    #expect(program.run(["log", "squat", "60kgx5"]).exitCode == 0)
    _ = program.run(["import", file, "--dry-run", "--names", names])
    #expect(files.text(of: "names") == "Squat (Barbell) = Squat (Barbell)\nPull Ups = Pull Ups\n")
    files.write("Squat (Barbell) = squat\n\n", to: "names")
    let result = program.run(["import", file, "--names", names])
    #expect(result.output.hasPrefix("Squat (Barbell) = squat\nPull Ups  (new)\n"))
    #expect(program.run(["exercises"]).output.contains("also Squat (Barbell)"))
    files.write("no names\n", to: "names")
    #expect(
      program.run(["import", file, "--names", names]).errors
        == "\(names):1: each line needs two names, as in Press = bench press; nothing was imported\n"
    )
  }

  @Test func `a file of an unknown program is refused in one line`() throws {
    func expect(_ arguments: [String], _ line: String, code: Int32 = 1) {
      let result = program.run(["import"] + arguments)
      #expect(result.errors == "\(line)\n" && result.output.isEmpty && result.exitCode == code)
    }
    let nothing = "nothing was imported"
    expect(["/nowhere.csv"], "ladder: /nowhere.csv: No such file or directory; \(nothing)")
    expect([files.path], "ladder: \(files.path): it is a folder, not a regular file; \(nothing)")
    expect(["/dev/zero"], "ladder: /dev/zero: it is a device, not a regular file; \(nothing)")
    let pipe = files.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    expect([pipe], "ladder: \(pipe): it is a pipe, not a regular file; \(nothing)")
    // This file's size is zero, but reading it returns text, like a file that grows while it is read.
    expect(
      ["/proc/version"],
      "ladder: /proc/version: it changed while it was read; try again; \(nothing)")
    expect(
      ["/proc/version", "--format", "ladder"],
      "/proc/version:1: this is not a Ladder export; \(nothing)")
    files.write("", to: "strong.csv")
    expect([file], "ladder: \(file): it is empty; \(nothing)")
    files.write("id,name\n1,2\n", to: "strong.csv")
    expect(
      [file],
      "\(file):1: no known program has these columns; add --map date=COLUMN,exercise=COLUMN,...; "
        + nothing)
    expect(
      [file, "--map", "date=id"],
      "\(file):1: the exercise column is missing; choose it with --map exercise=COLUMN; \(nothing)")
    files.write(Self.text + "\"open", to: "strong.csv")
    expect([file], "\(file):5: a quotation mark is not closed; \(nothing)")
    expect(
      [file, "--unit", "stone"],
      "ladder: --unit must be kg or lb, for weights without a unit, not \"stone\"", code: 2)
    expect(
      [file, "--tz", "Nowhere/City"],
      "ladder: --tz must be the zone, as in Europe/Berlin, not \"Nowhere/City\"",
      code: 2)
    #expect(sets() == [])
  }

  @Test func `a file of four gigabytes in one line is refused with little memory`() throws {
    files.write("date,exercise,reps\n", to: "strong.csv")
    #expect(truncate(file, 4 << 30) == 0)
    var (peak, least) = (0, 0)
    _ = program.run(["--version"], peak: &least)
    #expect(
      program.run(["import", file], peak: &peak).errors
        == "ladder: \(file): it is larger than 128 MB; split it; nothing was imported\n")
    #expect(peak < least + 40_000)
    #expect(truncate(file, 100 << 20) == 0)
    #expect(
      program.run(["import", file]).errors
        == "\(file):2: the record is longer than 64 KB; nothing was imported\n")
  }

  @Test func `in a terminal, the import is previewed and needs confirmation`() throws {
    files.write(Self.text, to: "strong.csv")
    func session(_ answer: String, until text: String) throws {
      let session = try PtySession(
        Program.path, ["import", file],
        environment: [
          "LADDER_DATA=\(folder.path)", "XDG_CONFIG_HOME=\(files.path)", "LADDER_USER=Ann",
        ])
      try session.wait(for: "Would add: 2 sets in 1 workout")
      try session.wait(for: "Import this? [y/N] ")
      session.type(answer + "\n")
      try session.wait(for: text)
      _ = session.finish()
    }
    try session("n", until: "nothing was changed")
    #expect(sets() == [])
    try session("y", until: "Added: 2 sets in 1 workout")
    #expect(sets() == ["100.5kgx5", "x8"])
  }

  @Test(.checkOnly) func `a large file is imported within bounded memory`() {
    let rows = (0..<100_000).map { row in
      // A session of 20 sets per day, from 2010 on.
      "\(2010 + row / 20 / 336)-\(10 + row / 20 / 28 % 3)-\(10 + row / 20 % 14) \(row / 20 % 24):00,Squat,\(row % 20 + 40),kg,5\n"
    }
    files.write("date,exercise,weight,unit,reps\n\(rows.joined())", to: "strong.csv")
    var (peak, least) = (0, 0)
    _ = program.run(["--version"], peak: &least)
    _ = program.run(["import", file], peak: &peak)
    #expect(peak < least + 200_000)
  }
}
