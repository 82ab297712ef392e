import CSQLite
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the screen and the saved data when the disk fails during a workout.
@Suite(.serialized)
struct DiskSessionTests {
  private let folder = TestFolder()

  @Test(.enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a full disk is reported, the workout continues, and is saved once there is space`() throws {
    let disk = try #require(SmallDisk(at: folder.path, kilobytes: 1024))
    let ann = try Trainee(in: folder)
    try ann.start()
    try ann.press(2)
    try ann.waitUntilStored()
    let filler = disk.fill()
    try ann.press(3)
    try ann.terminal.wait(for: "Not saved yet: the disk with \(folder.path)/ladder.db is full;")
    try ann.press(2)
    try ann.terminal.wait(for: "REPS 7")
    // Once there is space, the reps pressed while the disk was full are stored.
    unlink(filler)
    try ann.waitUntilStored()
    try ann.terminal.wait(until: { !ann.terminal.shows("Not saved") }, "end of the line")
    try ann.terminal.type("s", until: "Saved")
    try ann.quit()
    #expect(try StoredWorkouts(folder).saved == [7])
    withExtendedLifetime(disk) {}
  }

  @Test(.checkOnly, .enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a workout that does not fit on the disk is kept, and saved once there is space`() throws {
    let disk = try #require(SmallDisk(at: folder.path, kilobytes: 1024))
    let ann = try Trainee(in: folder)
    try ann.start()
    try ann.press(4)
    try ann.waitUntilStored()
    let filler = disk.fill()
    try ann.terminal.type("s", until: "is full")
    unlink(filler)
    try ann.terminal.wait(for: "Saved")
    try ann.quit()
    #expect(try StoredWorkouts(folder).saved == [4])
    withExtendedLifetime(disk) {}
  }

  /// A way to exit the program from a workout that is not saved.
  enum ExitPath: CaseIterable {
    case interruptKey, waiting, termination, hangUp

    func perform(with ann: Trainee) throws {
      switch self {
      case .interruptKey: try ann.terminal.type("\u{3}")
      case .waiting:
        try ann.terminal.wait(for: "Saved")
        try ann.terminal.type("q")
      case .termination: ann.terminal.session.signal(SIGTERM)
      case .hangUp: ann.terminal.session.signal(SIGHUP)
      }
      _ = ann.terminal.session.finish()
    }
  }

  @Test(
    .checkOnly, .enabled(if: Privileges.canMount, "needs the right to mount"),
    arguments: ExitPath.allCases)
  func `each exit path saves unsaved data`(way: ExitPath) throws {
    let settings = TestFolder()
    let disk = try #require(SmallDisk(at: folder.path, kilobytes: 1024))
    let ann = try Trainee(in: folder, settings: settings)
    let filler = try ann.endWorkout(on: disk)
    if way == .waiting {
      try ann.terminal.type("\u{1B}")
      try ann.terminal.wait(until: { !ann.terminal.shows("Something went wrong") }, "no sheet")
    }
    unlink(filler)
    try way.perform(with: ann)
    #expect(try StoredWorkouts(folder).saved == [10])
    #expect(folderContents(settings.path + "/ladder") == [])
    withExtendedLifetime(disk) {}
  }

  @Test(.checkOnly, .enabled(if: Privileges.canMount, "needs the right to mount"))
  func `on a full disk, a workout is saved in a file, and offered at the next start`() throws {
    let settings = TestFolder()
    let disk = try #require(SmallDisk(at: folder.path, kilobytes: 1024))
    let ann = try Trainee(in: folder, settings: settings)
    let filler = try ann.endWorkout(on: disk)
    ann.terminal.session.signal(SIGTERM)
    #expect(ann.terminal.session.finish().signal == SIGTERM)
    #expect(ann.terminal.session.output.contains("10 reps"))
    #expect(ann.terminal.session.output.contains("\(settings.path)/ladder/unsaved-"))
    unlink(filler)
    for _ in 1...2 {
      let again = try Trainee(in: folder, settings: settings)
      try again.terminal.wait(for: "Resume this workout?")
      try again.terminal.wait(for: "10 reps")
      try again.terminal.type("\u{1B}", until: "Enter open")
      try again.quit()
    }
    let last = try Trainee(in: folder, settings: settings)
    try last.terminal.wait(for: "Resume this workout?")
    try last.terminal.type("s", until: "Saved")
    try last.quit()
    #expect(try StoredWorkouts(folder).saved == [10])
    #expect(folderContents(settings.path + "/ladder") == [])
    withExtendedLifetime(disk) {}
  }

  @Test(.checkOnly, .enabled(if: Privileges.canMount, "needs the right to mount"))
  func `a backup on a full disk changes nothing`() throws {
    let disk = try #require(SmallDisk(at: folder.path, kilobytes: 1024))
    let data = DataFolder(path: folder.path)
    try FilledDatabase.make(workouts: 200, in: data)
    let before = folder.bytes(of: "ladder.db")
    let filler = disk.fill()
    let program = Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"])
    let outcome = program.run(["backup", folder.path + "/copy.db"])
    #expect(outcome.exitCode == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("make room"), "\(outcome.errors)")
    #expect(!folder.contents.contains { $0.contains("copy") || $0.contains(".part-") })
    #expect(folder.bytes(of: "ladder.db")?.dropFirst(100) == before?.dropFirst(100))
    unlink(filler)
    #expect(program.run(["history"]).exitCode == 0)
    #expect(try StoredWorkouts(folder).saved.count == 200)
    withExtendedLifetime(disk) {}
  }

  @Test(.checkOnly, .enabled(if: Privileges.canDropPrivileges, "needs root, and setpriv"))
  func `a read-only folder is reported in one line, and nothing changes`() throws {
    func run(_ arguments: [String]) -> Program.Outcome {
      Program(
        environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"], path: Privileges.setpriv
      ).run(Privileges.setprivArguments(arguments))
    }
    chown(folder.path, Privileges.nobodyID, Privileges.nobodyID)
    #expect(run(["log", "pushups-2min", "--reps", "5"]).exitCode == 0)
    chmod(folder.path + "/ladder.db", 0o400)
    chmod(folder.path, 0o500)
    let before = folder.bytes(of: "ladder.db")
    for arguments in [["log", "pushups-2min", "--reps", "6"], ["--plain"]] {
      let outcome = run(arguments)
      #expect(outcome.exitCode == 1)
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("\(folder.path)/ladder.db"), "\(outcome.errors)")
    }
    #expect(folder.bytes(of: "ladder.db") == before && folder.contents == ["ladder.db"])
    chmod(folder.path, 0o700)
    chmod(folder.path + "/ladder.db", 0o600)
    #expect(run(["log", "pushups-2min", "--reps", "6"]).exitCode == 0)
    #expect(run(["doctor"]).output == "No problems found: 2 workouts of 1 person.\n")
  }

  @Test(.checkOnly, arguments: [false, true])
  func `a database that is deleted during a workout is recreated`(andReplaced: Bool) throws {
    let ann = try Trainee(in: folder)
    try ann.start()
    try ann.press(2)
    try ann.waitUntilStored()
    for name in ["ladder.db", "ladder.db-wal", "ladder.db-shm"] { unlink("\(folder.path)/\(name)") }
    if andReplaced { try Connection.open(in: DataFolder(path: folder.path)).close() }
    try ann.press(3)
    try ann.terminal.wait(until: { fileExists(folder.path + "/ladder.db") }, "database")
    try ann.waitUntilStored()
    try ann.terminal.type("s", until: "Saved")
    try ann.quit()
    #expect(try StoredWorkouts(folder).saved == [5])
  }

  @Test(.tortureOnly)
  func `a database that is locked for ten seconds is reported, and written once it is unlocked`()
    throws
  {
    let ann = try Trainee(in: folder)
    try ann.start()
    try ann.press(2)
    try ann.waitUntilStored()
    var other: OpaquePointer?
    sqlite3_open(folder.path + "/ladder.db", &other)
    defer { sqlite3_close_v2(other) }
    #expect(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    let held = ContinuousClock.now
    try ann.press(3)
    try ann.terminal.wait(for: "REPS 5")
    try ann.terminal.wait(for: "Not saved yet: \(folder.path)/ladder.db is in use")
    while ContinuousClock.now < held + .seconds(10) { ann.terminal.read(100) }
    sqlite3_exec(other, "COMMIT", nil, nil, nil)
    try ann.waitUntilStored()
    try ann.terminal.type("s", until: "Saved")
    try ann.quit()
    #expect(try StoredWorkouts(folder).saved == [5])
  }
}

extension Trainee {
  /// Counts two reps, fills the disk, counts eight more and ends the workout, which cannot be saved then.
  ///
  /// - Returns: The file that fills the disk.
  fileprivate func endWorkout(on disk: SmallDisk) throws -> String {
    try start()
    try press(2)
    try waitUntilStored()
    let filler = disk.fill()
    try press(8)
    try terminal.type("s", until: "and in a file.")
    return filler
  }
}

// MARK: - Without locks

/// Tests of data on a file system without locks.
@Suite(
  .needs("strace", "true"),
  .enabled(if: NoShellTests.canTrace, "processes may not be traced here"))
struct WithoutLocksTests {
  @Test func `missing support for locks is not reported as a lock of another program`() throws {
    let (folder, calls) = (TestFolder(), TestFolder())
    let traced = Program(
      environment: ["LADDER_DATA": folder.path],
      path: try #require(Tools.path(of: "strace")))
    func log(_ fault: String...) -> Program.Outcome {
      traced.run(
        ["-f", "-o", calls.path + "/calls", "-e", "trace=fcntl,clock_nanosleep"] + fault
          + [Program.path, "log", "plank-hold", "--time", "01:00"])
    }
    #expect(log().exitCode == 0)
    // Calls fail from the first call for a lock on.
    let lines = calls.text(of: "calls").split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.contains("F_SETLK") }) + 1
    let outcome = log("-e", "inject=fcntl:error=ENOLCK:when=\(first)+")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors
        == "ladder: \(folder.path)/ladder.db is on a file system that does not support locks; start its lock "
        + "service (for NFS, rpc.statd), or choose a folder on a local disk with --data\n")
    // A retry would fail too, so the program does not wait.
    #expect(!calls.text(of: "calls").contains("clock_nanosleep"))
  }
}

// MARK: - Full output

/// Tests of all commands that print, with a full disk, a closed pipe and a closed output.
@Suite(.needs("bash"))
struct FullOutputTests {
  private let folder = TestFolder()

  private static let commands = [
    "--help", "--version", "challenges", "challenges --json", "history", "history --json",
    "leaderboard pushups-2min", "leaderboard pushups-2min --json", "events", "events --json", "man",
    "completions bash", "plan", "plan --json", "status", "status --json", "demo --list",
    "log pushups-2min --reps 3 --time 02:00", "--plain",
    "log squat 100kgx5", "exercises rename squat legs", "exercises undo squat",
    "backup \"$backup\"", "restore \"$backup\"",
  ]

  /// Returns the change that a command has made before it prints.
  private func completedChange(_ command: String) -> String? {
    switch command.prefix(while: { $0 != " " }) {
    case "log": "the workout is saved"
    case "exercises" where command.contains("rename"): "the exercise is renamed"
    case "exercises": "the exercise has its original name again"
    case "backup": "the backup \(folder.path)/backup.db is complete"
    case "restore": "\(folder.path)/backup.db is restored"
    default: nil
    }
  }

  /// Runs each command in a shell with a redirection of its output.
  ///
  /// - Returns: The lines on standard error and the exit code of each command.
  private func run(_ redirection: String) throws -> [(errors: [String], code: String)] {
    let program =
      "'\(PtySession.path(of: "ladder"))' --as Ann --data '\(folder.path)'"
    let script = Self.commands.map { "\(program) \($0) \(redirection) </dev/null; echo \"= $?\"" }
    let session = try PtySession(
      Tools.bash,
      [
        "-c",
        """
        \(program) log pushups-2min --reps 12 --time 02:00 >/dev/null
        backup='\(folder.path)/backup.db'
        exec 3> >(true); wait $!
        \(script.joined(separator: "\n"))
        """,
      ], columns: 400)
    #expect(session.finish() == (0, 0))
    var results: [(errors: [String], code: String)] = []
    var errors: [String] = []
    for line in session.output.split(separator: "\r\n").map(String.init) {
      if line.hasPrefix("= ") {
        results.append((errors, String(line.dropFirst(2))))
        errors = []
      } else {
        errors.append(line)
      }
    }
    try #require(results.count == Self.commands.count)
    return results
  }

  private func line(_ command: String, _ reason: String) -> String {
    let change = completedChange(command).map { "; \($0)" } ?? ""
    return "ladder: cannot write the output (\(reason)\(change))"
  }

  @Test func `a full disk is reported in one line and by the exit code`() throws {
    for (command, result) in zip(Self.commands, try run(">/dev/full")) {
      #expect(result.errors == [line(command, "No space left on device")], "\(command)")
      #expect(result.code == "1", "\(command)")
    }
  }

  @Test(.checkOnly) func `a pipe without a reader is not an error`() throws {
    for (command, result) in zip(Self.commands, try run(">&3")) {
      #expect(result.errors == [], "\(command)")
      #expect(result.code == "0", "\(command)")
    }
  }

  @Test(.checkOnly)
  func `a closed output is reported in one line, and no file reuses its descriptor`() throws {
    for (command, result) in zip(Self.commands, try run(">&-")) {
      #expect(result.errors == [line(command, "Bad file descriptor")], "\(command)")
      #expect(result.code == "1", "\(command)")
    }
  }
}
