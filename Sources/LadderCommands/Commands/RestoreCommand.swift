import ClientsLive
import CommandLineInterface
import Models

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
