import ClientsLive
import Models

/// `ladder backup FILE`: a whole copy of the database in a new file.
struct BackupCommand {
  let folder: DataFolder
  let file: String

  func run(_ output: Output) throws {
    let contents = try Backups(folder).make(at: file)
    try output.line("Backed up to \(file.visibleText): \(contents.text)")
  }
}

/// `ladder restore FILE`: puts such a copy in the database's place.
struct RestoreCommand {
  let folder: DataFolder
  let file: String

  func run(_ output: Output) throws {
    let restored = try Backups(folder).restore(from: file)
    try output.line("Restored \(file.visibleText): \(restored.contents.text)")
    if let before = restored.before {
      try output.line("What was there before is in \(before.visibleText)")
    }
  }
}

extension Backups.Contents {
  /// "12 workouts of 1 person".
  var text: String {
    "\(workouts) \(workouts == 1 ? "workout" : "workouts") of "
      + "\(people) \(people == 1 ? "person" : "people")"
  }
}
