import ClientsLive
import Models

/// `ladder doctor`: what is wrong with what is kept, one line each, and with `--repair` the end of it.
struct DoctorCommand {
  let doctor: Doctor
  let repairs: Bool
  /// What is wrong with the settings, which only whoever wrote them can mend.
  let problems: [String]

  /// - Returns: The exit code: 0 when nothing is wrong any more.
  /// - Throws: `DatabaseError` and `BackupError` when mending fails.
  func run(_ output: Output) throws -> Int32 {
    for problem in problems { try output.line(problem) }
    var findings = doctor.look()
    if repairs, findings.contains(where: \.canBeMended) {
      let backup = try doctor.mend(findings)
      if let backup { try output.line("Before the repair: \(backup.visibleText)") }
      let left = doctor.look()
      for finding in findings where finding.canBeMended && !left.contains(finding) {
        try output.line("Repaired: \(finding.what)")
      }
      findings = left
    }
    for finding in findings { try output.line("\(finding.what); \(finding.remedy)") }
    guard findings.isEmpty, problems.isEmpty else { return 1 }
    try output.line(
      doctor.isThere
        ? "Nothing is wrong: \(doctor.contents?.text ?? "no workouts")."
        : "Nothing is wrong: there is no database yet.")
    return 0
  }
}
