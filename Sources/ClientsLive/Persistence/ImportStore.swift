import FoundationEssentials
import Models
import SQLite

/// A store of imported files. The rows that an import added have its number.
public struct ImportStore {
  let connection: Connection

  /// An imported file.
  public struct Batch: Hashable, Sendable {
    public let number: Int64
    public let file: String
    public let format: String
    public let importedAt: Date
    /// The number of its workouts that still exist.
    public let workoutCount: Int
  }

  /// Adds a file that is being imported, and returns its number. Must be called in the transaction of the import.
  public func begin(file: String, format: String, at now: Date) throws -> Int64 {
    try connection.run(
      "INSERT INTO imports (file, format, imported_at) VALUES (?, ?, ?)", .text(file),
      .text(format), .integer(now.millisecondsSince1970))
    return connection.lastInsertedRowID
  }

  /// Returns all imports, the last one first. Takes O(n) time in the imported workouts.
  public func list() throws -> [Batch] {
    try connection.all(
      """
      SELECT *, (SELECT count(*) FROM workouts w WHERE w.import = i.number) AS workouts
      FROM imports i ORDER BY number DESC
      """
    ) {
      Batch(
        number: $0.integer("number"), file: $0.text("file"), format: $0.text("format"),
        importedAt: $0.date("imported_at"), workoutCount: $0.count("workouts"))
    }
  }

  /// Removes everything that an import added.
  ///
  /// A correction of an imported workout is kept, because the person typed it, and so is a person or a challenge that
  /// other rows refer to. Settings and plans that were changed after the import no longer belong to it.
  ///
  /// - Parameter number: The number of the import; `nil` for the last one.
  /// - Returns: The numbers of its workouts that the person had deleted or corrected, and of corrections that are kept;
  ///   `nil` if there is no import with this number.
  /// - Complexity: O(n log n) in the imported workouts, and O(m) in all workouts.
  public func undo(_ number: Int64? = nil) throws -> (changed: Int, kept: Int)? {
    try connection.write {
      let found = try list().first { number == nil || $0.number == number }?.number
      guard let batch = found.map({ SQLValue.integer($0) }) else { return nil }
      let undone = try removeWorkouts(of: batch)
      let statements: [SQL] = [
        "DELETE FROM exercise_settings WHERE import = ?",
        "DELETE FROM former_names WHERE import = ?",
        "DELETE FROM plans WHERE import = ?",
        """
        DELETE FROM own_challenges WHERE import = ? AND id NOT IN (
          SELECT challenge FROM workouts UNION SELECT challenge FROM unfinished
          UNION SELECT challenge FROM plans)
        """,
        """
        DELETE FROM people WHERE import = ? AND id NOT IN (
          SELECT person FROM workouts UNION SELECT person FROM former_names
          UNION SELECT person FROM unfinished UNION SELECT person FROM exercise_settings
          UNION SELECT person FROM rests UNION SELECT person FROM plans)
        """,
        "UPDATE own_challenges SET import = NULL WHERE import = ?",
        "UPDATE people SET import = NULL WHERE import = ?",
        "DELETE FROM imports WHERE number = ?",
      ]
      for statement in statements { try connection.run(statement, batch) }
      return undone
    }
  }

  /// Deletes the workouts of an import with their sets, bests and totals.
  private func removeWorkouts(of batch: SQLValue) throws -> (changed: Int, kept: Int) {
    var (changed, kept) = (0, 0)
    let workouts = try connection.all(
      """
      SELECT w.*, (SELECT count(*) FROM workouts c WHERE c.replaces = w.number
        AND c.import IS NOT w.import) AS corrections
      FROM workouts w WHERE w.import = ?
      """, batch
    ) { row in
      kept += row.count("corrections")
      changed += row.isNull("deleted_at") ? 0 : 1
      return (
        number: row.integer("number"), person: row.integer("person"),
        challenge: Challenge.ID(rawValue: row.text("challenge"))
      )
    }
    // Marks all of them as deleted at once, so that none becomes the next best.
    try connection.run(
      "UPDATE workouts SET deleted_at = 0 WHERE import = ? AND deleted_at IS NULL", batch)
    for (number, person, challenge) in workouts {
      try connection.leaderboard.removeBests(of: number, by: person, in: challenge)
    }
    try connection.run("DELETE FROM workouts WHERE import = ?", batch)
    return (changed, kept)
  }
}
