import FoundationEssentials
import Models
import SQLite

/// A store of imported files. What one of them added has its number.
public struct ImportStore {
  let connection: Connection

  /// An imported file.
  public struct Batch: Hashable, Sendable {
    public let number: Int64
    /// The name of the file without its folder.
    public let file: String
    public let format: String
    public let importedAt: Date
    /// The number of workouts that came from it and still exist.
    public let workoutCount: Int
  }

  /// The effect of ``undo(_:)``.
  public struct Undone: Hashable, Sendable {
    public let batch: Batch
    /// The number of workouts that were removed.
    public var removedCount = 0
    /// The number of removed workouts that the person had deleted or corrected before.
    public var changedCount = 0
    /// The number of the person's corrections of removed workouts, which stay.
    public var keptCorrectionCount = 0
    /// Whether people, challenges or plans stay because something that the person did refers to them.
    public var keepsOthers = false
  }

  /// Adds a file that is being imported. Must be called in the transaction of the import.
  ///
  /// - Parameters:
  ///   - file: Its name without the folder.
  ///   - format: The name of the format.
  /// - Returns: The number of the import.
  /// - Throws: ``DatabaseError``.
  public func begin(file: String, format: String, at now: Date) throws -> Int64 {
    try connection.run(
      "INSERT INTO imports (file, format, imported_at) VALUES (?, ?, ?)", .text(file),
      .text(format), .integer(now.millisecondsSince1970))
    return connection.lastInsertedRowID
  }

  /// Returns all imports, the last one first.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the imported workouts.
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
  /// A correction of an imported workout stays, because the person typed it, and so do a person, a challenge and a plan that
  /// something else refers to. Settings that the person changed after the import are not the import's anymore.
  ///
  /// - Parameter number: The number of the import; `nil` for the last one.
  /// - Returns: `nil` if there is no such import.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(n log n) in the imported workouts.
  public func undo(_ number: Int64? = nil) throws -> Undone? {
    try connection.write {
      let batches = try list()
      guard
        let batch = number == nil ? batches.first : batches.first(where: { $0.number == number })
      else { return nil }
      var undone = Undone(batch: batch)
      try removeWorkouts(of: batch.number, &undone)
      let number = SQLValue.integer(batch.number)
      try connection.run("DELETE FROM exercise_settings WHERE import = ?", number)
      try connection.run("DELETE FROM former_names WHERE import = ?", number)
      try connection.run("DELETE FROM plans WHERE import = ?", number)
      try connection.run(
        """
        DELETE FROM own_challenges WHERE import = ?
          AND id NOT IN (SELECT challenge FROM workouts UNION SELECT challenge FROM unfinished
            UNION SELECT challenge FROM plans)
        """, number)
      try connection.run(
        """
        DELETE FROM people WHERE import = ?
          AND id NOT IN (SELECT person FROM workouts UNION SELECT person FROM former_names
            UNION SELECT person FROM unfinished UNION SELECT person FROM exercise_settings
            UNION SELECT person FROM rests UNION SELECT person FROM plans)
        """, number)
      try connection.run("UPDATE own_challenges SET import = NULL WHERE import = ?", number)
      undone.keepsOthers = connection.changedRowCount > 0
      try connection.run("UPDATE people SET import = NULL WHERE import = ?", number)
      undone.keepsOthers = undone.keepsOthers || connection.changedRowCount > 0
      try connection.run("DELETE FROM imports WHERE number = ?", number)
      return undone
    }
  }

  /// Deletes the workouts of an import with their sets, bests and totals.
  private func removeWorkouts(of number: Int64, _ undone: inout Undone) throws {
    let workouts = try connection.all(
      """
      SELECT w.*, (SELECT count(*) FROM workouts c WHERE c.replaces = w.number
        AND c.import IS NOT w.import) AS corrections
      FROM workouts w WHERE w.import = ?
      """, .integer(number)
    ) { row in
      undone.keptCorrectionCount += row.count("corrections")
      if !row.isNull("deleted_at") { undone.changedCount += 1 }
      return (
        number: row.integer("number"), person: row.integer("person"),
        challenge: Challenge.ID(rawValue: row.text("challenge"))
      )
    }
    // All at once, so that none of them becomes the next best.
    try connection.run(
      "UPDATE workouts SET deleted_at = 0 WHERE import = ? AND deleted_at IS NULL",
      .integer(number))
    for (number, person, challenge) in workouts {
      try connection.leaderboard.removeBests(of: number, by: person, in: challenge)
    }
    try connection.run("DELETE FROM workouts WHERE import = ?", .integer(number))
    undone.removedCount = workouts.count
  }
}
