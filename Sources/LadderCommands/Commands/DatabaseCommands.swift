import ClientsLive
import CommandLineInterface
import Models

extension Command {
  /// Copies the whole database to a new file: `ladder backup FILE`.
  static let backup = Command(
    "backup", operand: Operand("FILE", isFile: true, example: "workouts.db"),
    summary: "copy the database to a file",
    run: { invocation in
      let (file, output) = (try invocation.databaseFile(), invocation.output)
      let contents = try Backups(invocation.dataFolder()).make(at: file)
      output.completedChange = "the backup \(file.escapedText) is complete"
      try output.appendLine("Backed up to \(file.escapedText): \(contents.text)")
    })

  /// Replaces the database with a backup, after backing up the current database: `ladder restore FILE`.
  static let restore = Command(
    "restore", operand: Operand("FILE", isFile: true, example: "workouts.db"),
    summary: "restore a backup",
    run: { invocation in
      let (file, output) = (try invocation.databaseFile(), invocation.output)
      let folder = try invocation.dataFolder()
      try folder.createFolder()
      invocation.tool.confine([folder.path])
      let restored = try Backups(folder).restore(from: file)
      output.completedChange = "\(file.escapedText) is restored"
      try output.appendLine("Restored \(file.escapedText): \(restored.contents.text)")
      if let before = restored.previousBackup {
        try output.appendLine("The previous database is in \(before.escapedText)")
      }
    })

  /// Lists problems with the database, the files and the settings, and repairs them with `--repair`: `ladder doctor`.
  static let doctor = Command(
    "doctor", summary: "check the database", options: [.repair],
    run: { invocation in
      let (tool, output) = (invocation.tool, invocation.output)
      let (folder, shouldRepair) = (try invocation.dataFolder(), invocation.has(.repair))
      // Importing rescued workouts creates the database if it doesn't exist.
      if shouldRepair { try? folder.createFolder() }
      let settingsFolder = invocation.settingsFile?.path.parentPath
      tool.confine(
        [folder.path] + invocation.temporaryFolders + [settingsFolder].compactMap(\.self))
      // Problems with settings are reported, but only the person can correct them.
      let problems = invocation.loadSettingsAndKeys().0.problems
      let doctor = Doctor(
        folder: folder, settingsFile: invocation.settingsFile, now: tool.now(),
        onProgress: tool.showProgress)
      for problem in problems { try output.appendLine(problem) }
      var findings = doctor.findings()
      tool.showProgress("")
      if shouldRepair, findings.contains(where: \.isRepairable) {
        let backup = try doctor.repair(findings)
        output.completedChange = "the repair is done"
        if let backup { try output.appendLine("Backup before the repair: \(backup.escapedText)") }
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
      guard findings.isEmpty, problems.isEmpty else { throw ReportedFailure() }
      try output.appendLine(
        doctor.hasDatabase
          ? "No problems found: \(doctor.contents?.text ?? "no workouts")."
          : "No problems found: there is no database yet.")
    })
}

extension Backups.Contents {
  /// The numbers of workouts and people: `12 workouts of 1 person`.
  var text: String {
    "\(workouts) \(workouts == 1 ? "workout" : "workouts") of "
      + "\(people) \(people == 1 ? "person" : "people")"
  }
}
