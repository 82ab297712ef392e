import ClientsLive
import CommandLineInterface
import Models

/// A command that copies the whole database to a new file: `ladder backup FILE`.
struct BackupCommand: Command {
  static let verb = Verb(
    name: "backup",
    operand: .init(name: "FILE", isFile: true, example: "workouts.db"),
    summary: "copy the database to a file")

  let common: CommonOptions
  let file: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    file = try invocation.databaseFile(for: Self.verb)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let contents = try Backups(tool.dataFolder(common)).make(at: file)
    tool.output.completedChange = "the backup \(file.escapedText) is complete"
    try tool.output.appendLine("Backed up to \(file.escapedText): \(contents.text)")
    return 0
  }
}

extension Invocation {
  /// Returns the operand as the path of a database.
  ///
  /// - Throws: ``UsageError`` if it is empty.
  func databaseFile(for verb: Verb) throws -> String {
    guard !operand.isEmpty else {
      throw UsageError(
        "\"\(verb.name)\" needs a file, as in \"\(tool.table.example(of: verb))\"")
    }
    return operand.pathForSQLite
  }
}

extension Backups.Contents {
  /// The numbers of workouts and people: `12 workouts of 1 person`.
  var text: String {
    "\(workouts) \(workouts == 1 ? "workout" : "workouts") of "
      + "\(people) \(people == 1 ? "person" : "people")"
  }
}

// MARK: - Restore

/// A command that replaces the database with a backup, after a backup of the current one: `ladder restore FILE`.
struct RestoreCommand: Command {
  static let verb = Verb(
    name: "restore",
    operand: .init(name: "FILE", isFile: true, example: "workouts.db"),
    summary: "restore a backup")

  let common: CommonOptions
  let file: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    file = try invocation.databaseFile(for: Self.verb)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let folder = try tool.dataFolder(common)
    try folder.createFolder()
    tool.confine([folder.path])
    let restored = try Backups(folder).restore(from: file)
    tool.output.completedChange = "\(file.escapedText) is restored"
    try tool.output.appendLine("Restored \(file.escapedText): \(restored.contents.text)")
    if let before = restored.previousBackup {
      try tool.output.appendLine("The previous database is in \(before.escapedText)")
    }
    return 0
  }
}

// MARK: - Doctor

/// A command that lists problems with the database, the files and the settings, and repairs them with `--repair`:
/// `ladder doctor`.
struct DoctorCommand: Command {
  static let verb = Verb(name: "doctor", summary: "check the database")
  static let options: [Option] = [.repair]

  let common: CommonOptions
  let shouldRepair: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    shouldRepair = invocation.arguments.has(.repair)
  }

  /// Lists problems, and repairs them if requested.
  ///
  /// - Returns: The exit code: 0 if no problems remain.
  /// - Throws: `DatabaseError` or `BackupError` if a repair fails.
  func run(in tool: CommandLineTool) throws -> Int32 {
    let folder = try tool.dataFolder(common)
    // Importing rescued workouts creates the database if it doesn't exist.
    if shouldRepair { try? folder.createFolder() }
    let settingsFolder = tool.settingsFile?.path.parentPath
    tool.confine(
      [folder.path] + tool.temporaryFolders + [settingsFolder].compactMap(\.self))
    // Problems with settings are reported, but only the person can correct them.
    let problems = tool.loadSettingsAndKeys().0.problems
    let doctor = Doctor(
      folder: folder, settingsFile: tool.settingsFile, now: tool.now(),
      onProgress: tool.showProgress)
    let output = tool.output
    for problem in problems { try output.appendLine(problem) }
    var findings = doctor.findings()
    tool.showProgress("")
    if shouldRepair, findings.contains(where: \.isRepairable) {
      let backup = try doctor.repair(findings)
      output.completedChange = "the repair is done"
      if let backup { try output.appendLine("Before the repair: \(backup.escapedText)") }
      let remaining = doctor.findings()
      tool.showProgress("")
      let repaired = findings.filter { $0.isRepairable && !remaining.contains($0) }
      for finding in repaired { try output.appendLine("Repaired: \(finding.problem)") }
      let otherCount = findings.totalCount - remaining.totalCount - repaired.count
      if otherCount > 0 { try output.appendLine("Repaired: \(otherCount) more") }
      findings = remaining
    }
    for finding in findings { try output.appendLine("\(finding.problem); \(finding.remedy)") }
    if let omitted = findings.omittedText { try output.appendLine(omitted) }
    guard findings.isEmpty, problems.isEmpty else { return 1 }
    try output.appendLine(
      doctor.hasDatabase
        ? "Nothing is wrong: \(doctor.contents?.text ?? "no workouts")."
        : "Nothing is wrong: there is no database yet.")
    return 0
  }
}
