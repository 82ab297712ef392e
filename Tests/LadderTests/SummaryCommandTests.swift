import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Scripting

/// Tests of `ladder summary` as a process.
struct SummaryCommandTests {
  private let folder = TestFolder()
  private let files = TestFolder()
  private var program: Program { .ann(in: folder, config: files.path) }

  private func log(_ reps: Int, _ day: String) {
    #expect(program.run(["log", "pushups-2min", "--reps", "\(reps)", "--at", day]).exitCode == 0)
  }

  @Test func `the text has totals, the calendar and records`() {
    log(20, "2024-02-01")
    log(25, "2024-02-29")
    #expect(
      program.run(["summary", "--month", "2024-02"]).output == """
        Ann: Training in Feb 2024

                    2  workouts
                    2  days with workouts
                4 min  training time
                   45  reps
                    1  longest streak in days
                    2  sets for chest

        Calendar
          Feb  ▂···························▂

        Records
          Push-ups in 2 minutes  20 reps → 25 reps  29 Feb

        """)
    let ascii = program.run(["summary", "--ascii", "--year", "2024"]).output
    #expect(ascii.contains("  Jan  \(String(repeating: ".", count: 31))\n"))
    #expect(
      program.run(["summary", "--year", "2023"]).output == "No workouts by Ann in 2023.\n")
  }

  @Test func `without a database there are no workouts, and no database is created`() {
    let year = LocalTime(Date()).date.year
    #expect(program.run(["summary"]).output == "No workouts by Ann in \(year).\n")
    #expect(folder.contents.isEmpty)
  }

  @Test func `the file extension determines the format, and an existing file is replaced`() {
    log(20, "2024-02-01")
    files.write("old", to: "a.html")
    for (name, start) in [
      ("a.html", "<!DOCTYPE html>"), ("a.svg", "<svg "), ("a.b.txt", "Ann: Training in 2024\n"),
    ] {
      let outcome = program.run(["summary", "--year", "2024", "-o", "\(files.path)/\(name)"])
      #expect(outcome == Program.Outcome(output: "", errors: "", exitCode: 0))
      #expect(files.text(of: name).hasPrefix(start))
    }
    #expect(Set(files.contents) == ["a.html", "a.svg", "a.b.txt"])
  }

  @Test(.needs("rsvg-convert"))
  func `a PNG is converted from the picture`() {
    log(20, "2024-02-01")
    let path = files.path + "/a.png"
    #expect(program.run(["summary", "--month", "2024-02", "--output", path]).exitCode == 0)
    #expect(readFile(path)?.contains("PNG") == true && files.contents == ["a.png"])
  }

  @Test func `without librsvg, a PNG is refused in one line, and no file remains`() {
    var program = program
    program.environment["PATH"] = folder.path
    let outcome = program.run(["summary", "-o", "\(files.path)/a.png"])
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "ladder: a PNG needs rsvg-convert; install librsvg2-bin, or choose an .svg\n")
    #expect(files.contents.isEmpty)
  }

  @Test(arguments: [
    (["--year", "0000"], "--year must be a year up to "), (["--year", "9999"], "--year must be"),
    (["--year", "26"], "--year must be a year up to "), (["--month", "13"], "--month must be"),
    (["--month", "0"], "--month must be a month up to "), (["--month", "9999-01"], "--month must"),
    (["--month", "2026"], "--month must be a month up to "), (["--year", ""], "--year must be"),
    (["--month", "2026-03-01"], "--month must be a month up to "),
    (["--week", "2025-W53"], "--week must be a week up to "), (["--week", "48"], "--week must be"),
    (["--week", "9999-W01"], "--week must be a week up to "),
    (["--json", "-o", "a.txt"], "--json and --output cannot be combined; leave one out"),
    (["--month", "1", "--year", "2020"], "--year and --month cannot be combined; leave one out"),
    (["-o", "a.pdf"], "--output must end in .html, .svg, .png or .txt, not \"pdf\""),
    (["-o", "report"], "--output must end in .html, .svg, .png or .txt, not \"report\""),
    (["-o", ""], "--output needs a path"), (["-o"], "-o needs a value"),
  ])
  func `an invalid command line is explained in one line`(arguments: [String], start: String) {
    let outcome = program.run(["summary"] + arguments)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ladder: \(start)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["html", "svg", "txt", "png"])
  func `the error for a missing folder names the path of the file`(type: String) {
    let outcome = program.run(["summary", "-o", "\(files.path)/none/a.\(type)"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.hasPrefix("ladder: cannot write \(files.path)/none/a.\(type)"))
    #expect(outcome.errors.hasSuffix("(No such file or directory); choose another path\n"))
  }

  @Test func `a month of this year can have one or two digits`() {
    for month in ["1", "01"] {
      #expect(program.run(["summary", "--month", month]).output.contains("in Jan "))
    }
  }
}

/// Tests of the guide's picture, which is a golden file that `make golden` writes.
struct ReportPictureTests {
  private static let path = #filePath.replacing(
    "Tests/LadderTests/SummaryCommandTests.swift", with: "docs/report.svg")

  @Test func `the picture shows the last months of the gym fixture`() throws {
    let stores = try Connection.inMemory()
    let ann = try #require(PersonName("Ann"))
    // Noon of 30 November 2026.
    let clock = Date(millisecondsSince1970: 1_796_040_000_000)
    try Fixture(named: "gym").fill(stores, person: ann, clock: clock)
    var report = PeriodSummary(
      of: ann, in: try #require(TrainingPeriod("2026")), today: DayStart.midnight.day(at: clock),
      Settings())
    try stores.statistics.fill(&report)
    if getenv("LADDER_GOLDEN").map({ String(cString: $0) }) == "write" {
      writeFile(report.svg.text, to: Self.path)
    }
    #expect(readFile(Self.path) == report.svg.text)
    #expect(report.bestRace?.name == "Push-ups in 2 minutes")
  }
}
