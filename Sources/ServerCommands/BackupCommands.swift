import CommandLineInterface
import Models
import Server

extension Command {
  /// Copies the database to a new file: `ladder-server backup FILE`.
  static let backup = Command(
    "backup", operand: Operand("FILE", isFile: true, example: "club.db"),
    summary: "copy the database to a file",
    run: { invocation in
      let (file, folder) = (try invocation.databaseFile(), try invocation.databaseFolder())
      let contents = try Storage.backUp(folder: folder, to: file)
      invocation.output.completedChange = "the backup \(file.escapedText) is complete"
      try invocation.output.appendLine("Backed up to \(file.escapedText): \(contents)")
    })

  /// Replaces the database with a backup: `ladder-server restore FILE`.
  static let restore = Command(
    "restore", operand: Operand("FILE", isFile: true, example: "club.db"),
    summary: "restore a backup",
    run: { invocation in
      let (file, folder) = (try invocation.databaseFile(), try invocation.databaseFolder())
      let (contents, previous) = try Storage.restore(folder: folder, from: file)
      invocation.output.completedChange = "\(file.escapedText) is restored"
      try invocation.output.appendLine("Restored \(file.escapedText): \(contents)")
      if let previous {
        try invocation.output.appendLine("The previous database is in \(previous.escapedText)")
      }
    })
}

extension Invocation {
  /// Returns the folder of the SQLite database.
  ///
  /// - Throws: ``UsageError`` if `--store` is used, or if there is no folder.
  fileprivate func databaseFolder() throws -> String {
    guard arguments[.store] == nil else {
      let program = command.name == "backup" ? "pg_dump" : "pg_restore"
      throw UsageError(
        "\"\(command.name)\" is for SQLite databases only; for PostgreSQL use \(program), as in "
          + "docs/SERVER.md")
    }
    return try folder()
  }
}
