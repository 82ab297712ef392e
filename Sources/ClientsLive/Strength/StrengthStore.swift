import FoundationEssentials
import Models
import SQLite

/// A store of the sets of strength sessions, which belong to workouts by their IDs.
public struct StrengthStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Replaces the sets of a workout.
  func save(_ sets: [PerformedSet], of id: Workout.ID, by person: Int64) throws {
    try connection.run("DELETE FROM strength_sets WHERE workout = ?", .uuid(id))
    for (index, performed) in sets.enumerated() {
      try connection.run(
        """
        INSERT INTO strength_sets (workout, number, person, exercise, done_at, entry)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .uuid(id), .integer(Int64(index + 1)), .integer(person), .text(performed.exercise),
        .integer(performed.doneAt.millisecondsSince1970), .text(performed.set.text))
    }
  }

  /// Returns the sets of a workout as the journal has them, also those that cannot be read.
  func bodies(of id: Workout.ID) throws -> [SetBody] {
    try connection.all(
      "SELECT exercise, entry, done_at FROM strength_sets WHERE workout = ? ORDER BY number",
      .uuid(id)
    ) { SetBody(exercise: $0.text(0), set: $0.text(1), doneAt: $0.integer(2)) }
  }

  /// Returns the sets of a workout in their order.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(log n + m) for m sets.
  public func sets(of id: Workout.ID) throws -> [PerformedSet] {
    try connection.all(
      "SELECT exercise, entry, done_at FROM strength_sets WHERE workout = ? ORDER BY number",
      .uuid(id)
    ) { try $0.performedSet() }
  }

  /// Returns workouts with the sets of those that are strength sessions.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(log n + m) for each session of m sets.
  func addingSets(to workouts: [Workout]) throws -> [Workout] {
    try workouts.map { workout in
      guard workout.challenge == .strength else { return workout }
      var workout = workout
      workout.sets = try sets(of: workout.id)
      return workout
    }
  }

  /// Returns the names of the exercises of a person's finished sessions, without regard to case, in alphabetical order.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(e · (log n + k)) for e exercises, the first k sets of which are of deleted workouts.
  public func exercises(of name: PersonName) throws -> [String] {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
      let names = try connection.all(
        """
        WITH RECURSIVE names (name) AS (
          SELECT (
            SELECT exercise FROM strength_sets WHERE person = ?1
            ORDER BY exercise COLLATE NOCASE LIMIT 1)
          UNION ALL
          SELECT (
            SELECT exercise FROM strength_sets
            WHERE person = ?1 AND exercise COLLATE NOCASE > names.name
            ORDER BY exercise COLLATE NOCASE LIMIT 1)
          FROM names WHERE names.name IS NOT NULL
        )
        SELECT name FROM names WHERE name IS NOT NULL AND EXISTS (
          SELECT 1 FROM strength_sets s JOIN workouts w ON w.id = s.workout
          WHERE s.person = ?1 AND s.exercise COLLATE NOCASE = names.name AND w.deleted_at IS NULL)
        """, .integer(person)
      ) { $0.text(0).escapedText(maxLength: Routine.maxNameWidth) }
      return names
    }
  }

  /// Returns the exercises of a person's finished sessions, the most recently done first.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(n log n) in the person's sets.
  public func summaries(of name: PersonName) throws -> [StrengthExercise] {
    try connection.read {
      try exercises(of: name).compactMap { StrengthExercise(try history(of: $0, by: name)) }
        .sorted { ($1.last.day, $0.name) < ($0.last.day, $1.name) }
    }
  }

  /// Returns an exercise's sets in a person's finished sessions, with its rule.
  ///
  /// - Parameter exercise: The name, in any case.
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(m log n) for m sets of the exercise.
  public func history(of exercise: String, by name: PersonName) throws -> StrengthHistory {
    try connection.read {
      let settings = try settings(of: exercise, by: name)
      return StrengthHistory(
        exercise: exercise, sessions: try sessions(of: exercise, by: name),
        unit: settings.unit, rule: settings.rule, note: settings.note)
    }
  }

  private func sessions(
    of exercise: String, by name: PersonName
  ) throws -> [StrengthHistory.Session] {
    guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
    let rows = try connection.all(
      """
      SELECT s.exercise, s.entry, s.done_at, s.workout, w.day
      FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.person = ? AND s.exercise COLLATE NOCASE = ? AND w.deleted_at IS NULL
      ORDER BY s.done_at, s.workout, s.number
      """, .integer(person), .text(exercise)
    ) { (set: try $0.performedSet().set, workout: try $0.uuid(3), day: $0.day(4)) }
    // Sessions that were recorded at the same time have their sets between each other.
    let sets = Dictionary(grouping: rows, by: \.workout)
    var days: [Workout.ID: Int64] = [:]
    let sessions = rows.compactMap { row -> StrengthHistory.Session? in
      guard days.updateValue(row.day, forKey: row.workout) == nil else { return nil }
      return StrengthHistory.Session(
        workout: row.workout, day: row.day, sets: sets[row.workout, default: []].map(\.set))
    }
    // On a journey to the west, a later session can have an earlier day.
    return sessions.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    .map(\.element)
  }
}

extension Row {
  /// Reads three columns: exercise, entry and done_at.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func performedSet() throws -> PerformedSet {
    // The stored text has its unit.
    guard
      let set = try? SetEntry(text: text(1), unit: nil),
      let performed = PerformedSet(text(0), set, at: date(2))
    else { throw corruptionError("a set that cannot be read") }
    return performed
  }
}
