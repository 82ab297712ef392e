import Models
import SQLite

extension StrengthStore {
  /// Returns the settings of an exercise. A rule that cannot be read counts as none.
  ///
  /// - Parameter exercise: The name, in any case.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func settings(of exercise: String, by name: PersonName) throws -> ExerciseSettings {
    guard let person = try PersonStore(connection).rowID(of: name) else {
      return ExerciseSettings()
    }
    return try connection.first(
      "SELECT rule, note FROM exercise_settings WHERE person = ? AND exercise = ?",
      .integer(person), .text(exercise)
    ) { row in
      ExerciseSettings(
        rule: row.isNull(0) ? nil : try? ProgressionRule(text: row.text(0)),
        note: row.isNull(1) ? nil : WorkoutNote(row.text(1)))
    } ?? ExerciseSettings()
  }

  /// Stores the settings of an exercise, in place of earlier ones.
  ///
  /// - Parameter exercise: The name, in any case.
  /// - Throws: ``DatabaseError``; the earlier ones stay.
  /// - Complexity: O(log n).
  func save(_ settings: ExerciseSettings, for exercise: String, by name: PersonName) throws {
    try connection.write {
      try save(
        settings, for: exercise, by: PersonStore(connection).findOrCreateRowID(of: name))
    }
  }

  /// Stores or removes the settings of an exercise. Must be called in a transaction.
  func save(_ settings: ExerciseSettings, for exercise: String, by person: Int64) throws {
    guard settings != ExerciseSettings() else {
      try connection.run(
        "DELETE FROM exercise_settings WHERE person = ? AND exercise = ?", .integer(person),
        .text(exercise))
      return
    }
    try connection.run(
      """
      INSERT INTO exercise_settings (person, exercise, rule, note) VALUES (?, ?, ?, ?)
      ON CONFLICT (person, exercise) DO UPDATE SET rule = excluded.rule, note = excluded.note
      """, .integer(person), .text(exercise), .text(settings.rule?.text),
      .text(settings.note?.text))
  }

  /// Returns the exercises with rules that cannot be read.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(r) in the rules.
  func exercisesWithUnreadableRules(limit: Int) throws -> [String] {
    let rules = try connection.all(
      "SELECT exercise, rule FROM exercise_settings WHERE rule IS NOT NULL"
    ) { (exercise: $0.text(0), text: $0.text(1)) }
    return rules.lazy.filter { (try? ProgressionRule(text: $0.text)) == nil }.prefix(limit)
      .map(\.exercise)
  }
}
