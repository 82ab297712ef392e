import FoundationEssentials
import Glibc
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder export` as a process.
struct ExportCommandTests {
  private let folder = TestFolder()
  private let files = TestFolder()
  private var program: Program { .ann(in: folder, config: "/nowhere") }

  private func log(_ reps: Int, _ options: String...) {
    let outcome = program.run(["log", "pushups-2min", "--reps", "\(reps)"] + options)
    #expect(outcome.exitCode == 0)
  }

  private func expect(_ arguments: [String], _ error: String, code: Int32 = 1) {
    #expect(
      program.run(["export"] + arguments)
        == Program.Outcome(output: "", errors: "ladder: \(error)\n", exitCode: code))
  }

  @Test func `an export goes to standard output or to a new private file`() {
    log(10, "--note", "=1+1")
    let json = program.run(["export"])
    #expect(json.exitCode == 0 && json.errors.isEmpty)
    #expect(json.output.hasPrefix("{\"format\":\"ladder\",\"version\":1,\n\"people\":[\n"))
    #expect(program.run(["export", "-", "--format", "json"]) == json)
    for (ending, format) in [("json", "json"), ("jsonl", "jsonl"), ("csv", "csv"), ("txt", "json")]
    {
      let file = "\(files.path)/a.\(ending)"
      #expect(
        program.run(["export", file])
          == Program.Outcome(output: "Exported 1 workout to \(file)\n", errors: "", exitCode: 0))
      #expect(files.text(of: "a.\(ending)") == program.run(["export", "--format", format]).output)
      #expect(files.mode(of: "a.\(ending)") == 0o600)
    }
    #expect(files.text(of: "a.csv").contains(",'=1+1,"))
    let csv = "\(files.path)/b.json"
    #expect(program.run(["export", csv, "--format", "csv"]).exitCode == 0)
    #expect(files.text(of: "b.json") == files.text(of: "a.csv"))
    #expect(files.contents.count == 5)
  }

  @Test func `a failure is reported in one line, and changes no file`() {
    expect([], "there is no database in \(folder.path) yet; choose another folder with --data")
    log(10)
    files.write("mine", to: "a.json")
    let file = "\(files.path)/a.json"
    expect([file], "\(file) already exists and was not changed; choose another name")
    #expect(files.text(of: "a.json") == "mine" && files.contents == ["a.json"])
    expect(
      ["/nowhere/a.json"],
      "cannot use /nowhere/a.json (No such file or directory); nothing was changed; make room or "
        + "choose another file")
    expect(["--format", "xml"], "--format must be json, csv or jsonl", code: 2)
    expect(
      ["--since", "2026-02-30"], "--since \"2026-02-30\" is on a day that does not exist", code: 2)
    expect(["--since", "2126-01-01"], "--since \"2126-01-01\" must not be in the future", code: 2)
  }

  @Test func `workouts before a day, and workouts of other people, can be left out`() {
    log(10, "--at", "2026-03-01 06:30")
    log(20, "--at", "2026-03-02 06:30")
    log(30, "--as", "Bob", "--at", "2026-03-02 07:30")
    func reps(_ arguments: String...) -> [Substring] {
      program.run(["export", "--format", "csv"] + arguments).output.split(separator: "\r\n")
        .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[7] }
    }
    #expect(reps() == ["10", "20", "30"])
    #expect(reps("--since", "2026-03-02") == ["20", "30"])
    #expect(reps("--since", "2026-03-02", "--as", "Bob") == ["30"])
    #expect(reps("--as", "Cy") == [])
  }

  @Test func `a pipe without a reader is not an error, but a full disk is`() {
    for reps in 1...300 { log(reps % 50 + 1) }
    let closed = program.run(["export"], into: .pipeWithoutReader)
    #expect(closed.exitCode == 0 && closed.errors.isEmpty)
    let full = program.run(["export"], into: .file("/dev/full"))
    #expect(
      full.errors == "ladder: cannot write the output (No space left on device)\n"
        && full.exitCode == 1)
  }

  @Test func `a workout that cannot be read is reported`() throws {
    log(10)
    log(20)
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    try stores.run("UPDATE workouts SET log = x'ff' WHERE reps = 10")
    stores.close()
    let outcome = program.run(["export", "\(files.path)/a.jsonl"])
    #expect(outcome.output == "Exported 1 workout to \(files.path)/a.jsonl\n")
    #expect(
      outcome.errors == "ladder: 1 workout cannot be read; \"ladder doctor\" lists them\n"
        && outcome.exitCode == 1)
  }
}
