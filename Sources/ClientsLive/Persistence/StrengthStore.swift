import FoundationEssentials
import Models
import SQLite

/// A store of strength training: the sets of finished sessions by exercise, which are computed from the logs of
/// workouts, and the settings of exercises.
public struct StrengthStore {
  let connection: Connection

  /// Inserts the rows of a workout's sets. Must be called in a transaction.
  func insertSets(of workout: Workout, by person: Int64) throws {
    var keys: [String: String] = [:]
    for (index, performed) in workout.sets.enumerated() {
      let key = keys[performed.exercise] ?? performed.exercise.nameKey
      keys[performed.exercise] = key
      try connection.run(
        """
        INSERT INTO strength_sets (workout, number, person, exercise, key, done_at, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(workout.id), .integer(Int64(index + 1)), .integer(person),
        .text(performed.exercise), .text(key),
        .integer(workout.time(of: performed).millisecondsSince1970), .text(performed.set.text))
    }
  }

  /// Returns a workout with the new names of renamed exercises, if it is a strength session.
  ///
  /// - Complexity: O(log n + m) for a session of m sets.
  func withNewNames(_ workout: Workout) throws -> Workout {
    guard workout.challenge == .strength else { return workout }
    let person = try connection.first(
      "SELECT person FROM workouts WHERE id = ?", .uuid(workout.id)
    ) { $0.integer(0) }
    guard let person else { return workout }
    var workout = workout
    workout.log = workout.log.renamingExercises(try aliases(of: person).name)
    return workout
  }

  /// Returns a corrected workout in which the sets of renamed exercises keep their names from the original workout.
  func withStoredNames(
    _ workout: Workout, correcting original: Workout.ID, by person: Int64
  ) throws -> Workout {
    guard workout.challenge == .strength else { return workout }
    let names = try connection.all(
      "SELECT exercise FROM strength_sets WHERE workout = ? ORDER BY number", .uuid(original)
    ) { $0.text("exercise") }
    let aliases = try aliases(of: person)
    var workout = workout
    workout.log = workout.log.renamingExercises { name in
      names.first { aliases.name(of: $0) == name } ?? name
    }
    return workout
  }

  /// Returns the names of the exercises of a person's finished sessions in alphabetical order.
  ///
  /// The name of an exercise is the latest name that the person gave it, or the name in its first set.
  ///
  /// - Complexity: O(e · (log n + k)) for e exercises whose first k sets belong to deleted workouts.
  public func exercises(of name: PersonName) throws -> [String] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      let names = try shownNames(of: person).map { ($0.shown.nameKey, $0.shown) }
      return Dictionary(names) { $1 }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Returns the key of each exercise with finished sets, and the name under which it is shown.
  ///
  /// - Complexity: The same as ``exercises(of:)``.
  func shownNames(of person: Int64) throws -> [(key: String, shown: String)] {
    let aliases = try aliases(of: person)
    let keys = try connection.all(
      """
      WITH RECURSIVE keys (key) AS (
        SELECT min(key) FROM strength_sets WHERE person = ?1
        UNION ALL
        SELECT (SELECT min(key) FROM strength_sets WHERE person = ?1 AND key > keys.key)
        FROM keys WHERE keys.key IS NOT NULL
      )
      SELECT key FROM keys WHERE key IS NOT NULL
      """, .integer(person)
    ) { $0.text("key") }
    return try keys.compactMap { key in
      try spelling(of: key, by: person).map { (key, aliases.name(of: $0)) }
    }
  }

  /// Returns the name in the first set of an exercise; `nil` without finished sets.
  func spelling(of key: String, by person: Int64) throws -> String? {
    try connection.first(
      """
      SELECT s.exercise FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.person = ? AND s.key = ? AND w.deleted_at IS NULL ORDER BY s.done_at LIMIT 1
      """, .integer(person), .text(key)
    ) { $0.text("exercise").escapedText(maxLength: Routine.maxNameWidth) }
  }

  /// Returns the exercises of a person's finished sessions, most recent first.
  ///
  /// Only the last session, and the first set of each group of equal sets, are read: the summary needs no other sets.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(n log n) in the person's sets.
  public func summaries(of name: PersonName) throws -> [StrengthExercise] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      let aliases = try aliases(of: person)
      return try exercises(of: name).compactMap {
        StrengthExercise(try history(of: $0, aliases, by: person, isSummary: true))
      }
      .sorted { ($1.last.day, $1.last.time, $0.name) < ($0.last.day, $0.last.time, $1.name) }
    }
  }

  /// Returns the latest body weight of a person up to a local day, given in days since 1970.
  ///
  /// - Returns: `nil` if there is none of that day and the ``BodyShare/maxAge`` days before it.
  /// - Complexity: O(log n), and O(k) in the workouts with figures in that time.
  public func bodyWeight(of name: PersonName, on day: Int64) throws -> Weight? {
    guard let person = try connection.people.rowID(of: name) else { return nil }
    // A start is up to two days from the beginning of its day in UTC, because of time zones and the start of the day.
    let start = (day - BodyShare.maxAge - 2) * 86_400_000
    return try connection.all(
      """
      SELECT figures FROM workouts INDEXED BY workouts_with_figures
      WHERE person = ?1 AND figures IS NOT NULL AND deleted_at IS NULL AND started_at >= ?2
        AND day BETWEEN ?3 AND ?4
      ORDER BY started_at DESC, id DESC
      """, .integer(person), .integer(start), .integer(day - BodyShare.maxAge), .integer(day)
    ) { WorkoutFigures(text: $0.text("figures")).bodyWeight }
    .lazy.compactMap(\.self).first
  }

  /// Returns an exercise's sets in a person's finished sessions, with its rule.
  ///
  /// - Parameter exercise: The name in any spelling, or a former name.
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(m log n) for m sets of the exercise.
  public func history(of exercise: String, by name: PersonName) throws -> StrengthHistory {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else {
        return StrengthHistory(exercise: exercise, sessions: [], unit: nil, rule: nil)
      }
      return try history(of: exercise, aliases(of: person), by: person)
    }
  }

  /// - Parameter isSummary: Whether only the last session, and the first set of each group of equal sets, are read.
  private func history(
    of exercise: String, _ aliases: ExerciseAliases, by person: Int64, isSummary: Bool = false
  ) throws -> StrengthHistory {
    let settings = try settings(of: exercise, aliases, by: person)
    return StrengthHistory(
      exercise: try shownName(of: exercise, aliases, by: person),
      sessions: try sessions(of: aliases.keys(of: exercise), by: person, isSummary),
      settings: settings)
  }

  /// Returns the name under which an exercise is shown. An unknown name is returned unchanged.
  ///
  /// - Complexity: The same as ``exercises(of:)`` for one exercise.
  public func shownName(of exercise: String, by name: PersonName) throws -> String {
    guard let person = try connection.people.rowID(of: name) else { return exercise }
    return try shownName(of: exercise, aliases(of: person), by: person)
  }

  private func shownName(
    of exercise: String, _ aliases: ExerciseAliases, by person: Int64
  ) throws -> String {
    try aliases.newName(of: exercise) ?? spelling(of: exercise.nameKey, by: person) ?? exercise
  }

  /// - Parameter keys: The keys of the names of one exercise.
  private func sessions(
    of keys: [String], by person: Int64, _ isSummary: Bool
  ) throws -> [StrengthHistory.Session] {
    var rows = try keys.flatMap { key in
      try isSummary ? summarySets(of: key, by: person) : allSets(of: key, by: person)
    }
    rows.sort {
      ($0.time, $0.workout, $0.number) < ($1.time, $1.workout, $1.number)
    }
    // The sets of sessions that were recorded at the same time are interleaved.
    let sets = Dictionary(grouping: rows, by: \.workout)
    var days: [Workout.ID: Int64] = [:]
    let sessions = rows.compactMap { row -> StrengthHistory.Session? in
      guard days.updateValue(row.day, forKey: row.workout) == nil else { return nil }
      return StrengthHistory.Session(
        workout: row.workout, day: row.day, time: row.time,
        sets: sets[row.workout, default: []].map(\.set))
    }
    // When a person travels west, a later session can have an earlier day.
    return sessions.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    .map(\.element)
  }

  /// A set with the session that it belongs to.
  private struct SessionSet {
    let set: SetEntry
    let time: Date
    let workout: Workout.ID
    let day: Int64
    let number: Int64

    init(_ row: borrowing Row) throws {
      (set, time) = (try row.setEntry(), row.date("done_at"))
      workout = try row.uuid("workout")
      (day, number) = (row.day("day"), row.integer("number"))
    }
  }

  private func allSets(of key: String, by person: Int64) throws -> [SessionSet] {
    try connection.all(
      """
      SELECT w.day, s.*
      FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.person = ? AND s.key = ? AND w.deleted_at IS NULL
      ORDER BY s.done_at, s.workout, s.number
      """, .integer(person), .text(key)
    ) { try SessionSet($0) }
  }

  /// Returns the first set of each group of equal sets, and all sets of the last session.
  ///
  /// The last session began on the latest day. Its sets are at most four days before the latest set: a session lasts up to
  /// a day, and time zones differ by up to 26 hours.
  ///
  /// - Complexity: O(e log n) for e different sets, plus the number of sets in four days and in deleted sessions.
  private func summarySets(of key: String, by person: Int64) throws -> [SessionSet] {
    let last = try connection.all(
      """
      SELECT w.day, s.*
      FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.person = ?1 AND s.key = ?2 AND w.id = (
        SELECT w.id FROM strength_sets s JOIN workouts w ON w.id = s.workout
        WHERE s.person = ?1 AND s.key = ?2 AND w.deleted_at IS NULL AND s.done_at >= (
          SELECT s.done_at - 4 * 86400000 FROM strength_sets s JOIN workouts w ON w.id = s.workout
          WHERE s.person = ?1 AND s.key = ?2 AND w.deleted_at IS NULL
          ORDER BY s.done_at DESC LIMIT 1)
        ORDER BY w.day DESC, s.done_at DESC LIMIT 1)
      """, .integer(person), .text(key)
    ) { try SessionSet($0) }
    let first = try connection.all(
      """
      WITH RECURSIVE entries (entry) AS (
        SELECT min(entry) FROM strength_sets WHERE person = ?1 AND key = ?2
        UNION ALL
        SELECT (
          SELECT min(entry) FROM strength_sets
          WHERE person = ?1 AND key = ?2 AND entry > entries.entry)
        FROM entries WHERE entries.entry IS NOT NULL
      )
      SELECT w.day, s.*
      FROM entries JOIN strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE (s.workout, s.number) = (
        SELECT s.workout, s.number FROM strength_sets s JOIN workouts w ON w.id = s.workout
        WHERE s.person = ?1 AND s.key = ?2 AND s.entry = entries.entry AND w.deleted_at IS NULL
        ORDER BY s.done_at LIMIT 1)
      """, .integer(person), .text(key)
    ) { try SessionSet($0) }
    return last + first.filter { $0.workout != last.first?.workout }
  }
}

extension Row {
  /// Reads a set.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func setEntry() throws -> SetEntry {
    guard let set = try? SetEntry(text: text("entry"), unit: nil) else {
      throw corruptionError("a set that cannot be read")
    }
    return set
  }
}

extension WorkoutLog {
  /// Returns the log with other names of exercises.
  func renamingExercises(_ newName: (String) -> String) -> WorkoutLog {
    guard sets.contains(where: { newName($0.exercise) != $0.exercise }) else { return self }
    return mapSets { (newName($0), $1) }
  }
}
