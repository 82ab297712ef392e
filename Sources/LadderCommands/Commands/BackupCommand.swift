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
