import FoundationEssentials
import Models
import SQLite

/// A store of the sets of strength sessions, which belong to workouts by their IDs.
public struct StrengthStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Replaces the sets of a workout.
  ///
  /// - Parameter original: The workout that this one corrects. Sets of a renamed exercise keep the name that they have
  ///   there.
  func save(
    _ sets: [PerformedSet], of id: Workout.ID, by person: Int64,
    correcting original: Workout.ID? = nil
  ) throws {
    let names = try original.map { try bodies(of: $0).map(\.exercise) } ?? []
    let aliases = try aliases(of: person)
    try connection.run("DELETE FROM strength_sets WHERE workout = ?", .uuid(id))
    for (index, performed) in sets.enumerated() {
      let exercise =
        names.first { aliases.name(of: $0) == performed.exercise } ?? performed.exercise
      try connection.run(
        """
        INSERT INTO strength_sets (workout, number, person, exercise, key, done_at, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(id), .integer(Int64(index + 1)), .integer(person), .text(exercise),
        .text(exercise.nameKey), .integer(performed.doneAt.millisecondsSince1970),
        .text(performed.set.text))
    }
  }

  /// Returns the sets of a workout as the journal has them, also those that cannot be read.
  func bodies(of id: Workout.ID) throws -> [SetBody] {
    try connection.all(
      "SELECT exercise, entry, done_at FROM strength_sets WHERE workout = ? ORDER BY number",
      .uuid(id)
    ) { SetBody(exercise: $0.text(0), set: $0.text(1), doneAt: $0.integer(2)) }
  }

  /// Returns the sets of a workout in their order, with the new names of renamed exercises.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(log n + m) for m sets.
  public func sets(of id: Workout.ID) throws -> [PerformedSet] {
    var aliases: ExerciseAliases?
    return try connection.all(
      """
      SELECT exercise, entry, done_at, person FROM strength_sets WHERE workout = ? ORDER BY number
      """, .uuid(id)
    ) { row in
      let names = try aliases ?? self.aliases(of: row.integer(3))
      aliases = names
      return try row.performedSet(names)
    }
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

  /// Returns the names of the exercises of a person's finished sessions in alphabetical order.
  ///
  /// An exercise has the name that the person has given it last, or that of its first set.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(e · (log n + k)) for e exercises, the first k sets of which are of deleted workouts.
  public func exercises(of name: PersonName) throws -> [String] {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
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
      ) { $0.text(0) }
      var names: [String: String] = [:]
      for key in keys {
        guard let spelling = try spelling(of: key, by: person) else { continue }
        let shown = aliases.name(of: spelling)
        names[shown.nameKey] = shown
      }
      return names.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Returns the name in the first set of an exercise; `nil` without finished sets.
  func spelling(of key: String, by person: Int64) throws -> String? {
    try connection.first(
      """
      SELECT s.exercise FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.person = ? AND s.key = ? AND w.deleted_at IS NULL ORDER BY s.done_at LIMIT 1
      """, .integer(person), .text(key)
    ) { $0.text(0).escapedText(maxLength: Routine.maxNameWidth) }
  }

  /// Returns the exercises of a person's finished sessions, the most recently done first.
  ///
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(n log n) in the person's sets.
  public func summaries(of name: PersonName) throws -> [StrengthExercise] {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return [] }
      let aliases = try aliases(of: person)
      return try exercises(of: name).compactMap {
        StrengthExercise(try history(of: $0, aliases, by: person))
      }
      .sorted { ($1.last.day, $1.last.time, $0.name) < ($0.last.day, $0.last.time, $1.name) }
    }
  }

  /// Returns an exercise's sets in a person's finished sessions, with its rule.
  ///
  /// - Parameter exercise: The name in any spelling, or a former one.
  /// - Throws: ``DatabaseError``, with the reason `corrupt` for a set that cannot be read.
  /// - Complexity: O(m log n) for m sets of the exercise.
  public func history(of exercise: String, by name: PersonName) throws -> StrengthHistory {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else {
        return StrengthHistory(exercise: exercise, sessions: [], unit: nil, rule: nil)
      }
      return try history(of: exercise, aliases(of: person), by: person)
    }
  }

  private func history(
    of exercise: String, _ aliases: ExerciseAliases, by person: Int64
  ) throws -> StrengthHistory {
    let settings = try settings(of: exercise, aliases, by: person)
    return StrengthHistory(
      exercise: try shownName(of: exercise, aliases, by: person),
      sessions: try sessions(of: aliases.keys(of: exercise), by: person),
      unit: settings.unit, rule: settings.rule, note: settings.note)
  }

  /// Returns the name under which an exercise is shown; an unknown name unchanged.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: As for one of ``exercises(of:)``.
  public func shownName(of exercise: String, by name: PersonName) throws -> String {
    guard let person = try PersonStore(connection).rowID(of: name) else { return exercise }
    return try shownName(of: exercise, aliases(of: person), by: person)
  }

  private func shownName(
    of exercise: String, _ aliases: ExerciseAliases, by person: Int64
  ) throws -> String {
    let shown = aliases.name(of: exercise)
    return shown == exercise ? try spelling(of: exercise.nameKey, by: person) ?? shown : shown
  }

  /// - Parameter keys: The keys of the names of one exercise.
  private func sessions(
    of keys: [String], by person: Int64
  ) throws -> [StrengthHistory.Session] {
    var rows = try keys.flatMap { key in
      try connection.all(
        """
        SELECT s.exercise, s.entry, s.done_at, s.workout, w.day, s.number
        FROM strength_sets s JOIN workouts w ON w.id = s.workout
        WHERE s.person = ? AND s.key = ? AND w.deleted_at IS NULL
        ORDER BY s.done_at, s.workout, s.number
        """, .integer(person), .text(key)
      ) { row in
        let performed = try row.performedSet(ExerciseAliases())
        return (
          set: performed.set, time: performed.doneAt, workout: try row.uuid(3), day: row.day(4),
          number: row.integer(5)
        )
      }
    }
    rows.sort {
      ($0.time, $0.workout.uuidString, $0.number) < ($1.time, $1.workout.uuidString, $1.number)
    }
    // Sessions that were recorded at the same time have their sets between each other.
    let sets = Dictionary(grouping: rows, by: \.workout)
    var days: [Workout.ID: Int64] = [:]
    let sessions = rows.compactMap { row -> StrengthHistory.Session? in
      guard days.updateValue(row.day, forKey: row.workout) == nil else { return nil }
      return StrengthHistory.Session(
        workout: row.workout, day: row.day, time: row.time,
        sets: sets[row.workout, default: []].map(\.set))
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
  func performedSet(_ aliases: ExerciseAliases) throws -> PerformedSet {
    // The stored text has its unit.
    guard
      let set = try? SetEntry(text: text(1), unit: nil),
      let performed = PerformedSet(aliases.name(of: text(0)), set, at: date(2))
    else { throw corruptionError("a set that cannot be read") }
    return performed
  }
}
