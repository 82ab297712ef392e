import Glibc
import SystemTestSupport
import Testing

/// Tests of all printing commands with a full disk, a closed pipe and a closed output.
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
    case "exercises": "the exercise has its own name again"
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

  @Test func `a full disk is one line and an error`() throws {
    for (command, result) in zip(Self.commands, try run(">/dev/full")) {
      #expect(result.errors == [line(command, "No space left on device")], "\(command)")
      #expect(result.code == "1", "\(command)")
    }
  }

  @Test(.checkOnly) func `a closed reader is not an error`() throws {
    for (command, result) in zip(Self.commands, try run(">&3")) {
      #expect(result.errors == [], "\(command)")
      #expect(result.code == "0", "\(command)")
    }
  }

  @Test(.checkOnly)
  func `a closed output is one line, and no file reuses its number`() throws {
    for (command, result) in zip(Self.commands, try run(">&-")) {
      #expect(result.errors == [line(command, "Bad file descriptor")], "\(command)")
      #expect(result.code == "1", "\(command)")
    }
  }
}
