import ClientsLive
import CommandLineInterface
import Models

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
