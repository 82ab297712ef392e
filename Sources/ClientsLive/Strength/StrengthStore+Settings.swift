import Models
import SQLite

extension StrengthStore {
  /// Returns the settings of an exercise. A rule that cannot be read counts as none. An exercise whose unit isn't stored
  /// has that of its first weight.
  ///
  /// - Parameter exercise: The name, in any case.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n + k) for the first k sets without a weight.
  public func settings(of exercise: String, by name: PersonName) throws -> ExerciseSettings {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else {
        return ExerciseSettings()
      }
      var settings = try settings(of: exercise, by: person)
      settings.unit = try settings.unit ?? firstUnit(of: exercise, by: person)
      return settings
    }
  }

  private func settings(of exercise: String, by person: Int64) throws -> ExerciseSettings {
    try connection.first(
      "SELECT rule, note, unit FROM exercise_settings WHERE person = ? AND exercise = ?",
      .integer(person), .text(exercise)
    ) { row in
      ExerciseSettings(
        rule: row.isNull(0) ? nil : try? ProgressionRule(text: row.text(0)),
        note: row.isNull(1) ? nil : WorkoutNote(row.text(1)),
        unit: row.isNull(2) ? nil : Weight.Unit(rawValue: row.text(2)))
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
      INSERT INTO exercise_settings (person, exercise, rule, note, unit) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (person, exercise)
      DO UPDATE SET rule = excluded.rule, note = excluded.note, unit = excluded.unit
      """, .integer(person), .text(exercise), .text(settings.rule?.text),
      .text(settings.note?.text), .text(settings.unit?.rawValue))
  }

  /// Stores the unit of the first weight of exercises that have no unit yet. Must be called in a transaction.
  func saveUnits(of sets: [PerformedSet], by person: Int64) throws {
    for exercise in sets.exercises {
      var settings = try settings(of: exercise, by: person)
      guard settings.unit == nil else { continue }
      settings.unit = try firstUnit(of: exercise, by: person)
      if settings.unit != nil { try save(settings, for: exercise, by: person) }
    }
  }

  /// Returns the unit of an exercise's first weight, also in unfinished sessions; `nil` without any.
  private func firstUnit(of exercise: String, by person: Int64) throws -> Weight.Unit? {
    try connection.first(
      """
      SELECT exercise, entry, done_at FROM strength_sets
      WHERE person = ? AND exercise COLLATE NOCASE = ? AND entry NOT GLOB 'x*' AND entry NOT GLOB 'wx*'
      ORDER BY done_at, workout, number LIMIT 1
      """, .integer(person), .text(exercise)
    ) { try $0.performedSet().set.load.weight?.unit } ?? nil
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
