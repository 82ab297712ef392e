import FoundationEssentials
import Glibc
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder backup`, `ladder restore` and `ladder doctor` as processes.
struct BackupCommandTests {
  private let folder = TestFolder()
  private let backupFolder = TestFolder()
  private let configFolder = TestFolder()
  private var program: Program { .ann(in: folder, config: configFolder.path) }
  private var file: String { backupFolder.path + "/copy.db" }

  private func log(_ reps: Int) {
    #expect(program.run(["log", "pushups-2min", "--reps", "\(reps)"]).exitCode == 0)
  }

  private func reps() -> Int {
    program.run(["history", "--json"]).output.split(separator: "\"reps\":").count - 1
  }

  @Test func `a backup can be restored`() {
    log(10)
    #expect(
      program.run(["backup", file])
        == Program.Outcome(
          output: "Backed up to \(file): 1 workout of 1 person\n", errors: "", exitCode: 0))
    log(20)
    let restored = program.run(["restore", file])
    #expect(restored.exitCode == 0 && restored.errors.isEmpty)
    let lines = restored.output.split(separator: "\n")
    #expect(lines.first == "Restored \(file): 1 workout of 1 person")
    let before = folder.contents.first { $0.hasPrefix("ladder-before-restore-") }
    #expect(lines.last == "The previous database is in \(folder.path)/\(before ?? "")")
    #expect(reps() == 1)
    #expect(program.run(["doctor"]).output == "No problems found: 1 workout of 1 person.\n")
  }

  @Test func `a failure is reported in one line with the reason`() {
    func expect(_ arguments: [String], _ line: String, code: Int32 = 1) {
      #expect(
        program.run(arguments)
          == Program.Outcome(output: "", errors: "ladder: \(line)\n", exitCode: code))
    }
    expect(
      ["backup", file],
      "there is no database in \(folder.path) yet; choose another folder with --data")
    log(10)
    backupFolder.write("mine", to: "copy.db")
    expect(["backup", file], "\(file) already exists and was not changed; choose another name")
    expect(
      ["restore", file],
      "\(file) cannot be restored (not a Ladder database); nothing was changed; choose another backup"
    )
    expect(
      ["backup", "/nowhere/copy.db"],
      "cannot use /nowhere/copy.db (No such file or directory); nothing was changed; make room or "
        + "choose another file")
    expect(["backup"], "\"backup\" needs a file, as in \"ladder backup workouts.db\"", code: 2)
    expect(
      ["restore", ""], "\"restore\" needs a file, as in \"ladder restore workouts.db\"", code: 2)
    expect(["history", "--repair"], "--repair goes with \"doctor\", not with \"history\"", code: 2)
    #expect(backupFolder.text(of: "copy.db") == "mine" && reps() == 1)
  }

  @Test func `a restore is refused while another program uses the database`() throws {
    log(10)
    #expect(program.run(["backup", file]).exitCode == 0)
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\(configFolder.path)"])
    try session.wait(for: "Push-ups in 2 minutes")
    #expect(
      program.run(["restore", file]).errors
        == "ladder: \(folder.path)/ladder.db is open in another program (process \(session.pid)); "
        + "nothing was changed; close that program first\n")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(program.run(["restore", file]).exitCode == 0)
  }

  @Test func `doctor reports problems with its exit code, and --repair repairs them`() throws {
    log(10)
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    try stores.run("UPDATE periods SET reps = 9")
    stores.close()
    let problem = "\(folder.path)/ladder.db: days and weeks do not match the workouts"
    #expect(
      program.run(["doctor"])
        == Program.Outcome(
          output: "\(problem); --repair recomputes them\n", errors: "", exitCode: 1))
    let repaired = program.run(["doctor", "--repair"])
    let backup = try #require(folder.contents.first { $0.hasPrefix("ladder-before-repair-") })
    #expect(
      repaired
        == Program.Outcome(
          output: """
            Backup before the repair: \(folder.path)/\(backup)
            Repaired: \(problem)
            No problems found: 1 workout of 1 person.

            """, errors: "", exitCode: 0))

    mkdir(configFolder.path + "/ladder", 0o700)
    writeFile("theme = drak\n", to: configFolder.path + "/ladder/settings")
    let settings = program.run(["doctor", "--repair"])
    #expect(settings.output.hasPrefix("\(configFolder.path)/ladder/settings:1: "))
    #expect(settings.exitCode == 1)
    unlink(configFolder.path + "/ladder/settings")
  }
}
