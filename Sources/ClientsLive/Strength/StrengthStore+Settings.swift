import Models
import SQLite

extension StrengthStore {
  /// Returns the progression rule of an exercise; `nil` without one, and for one that cannot be read.
  ///
  /// - Parameter exercise: The name, in any case.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n).
  func rule(of exercise: String, by name: PersonName) throws -> ProgressionRule? {
    guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
    let text = try connection.first(
      "SELECT rule FROM progression_rules WHERE person = ? AND exercise = ?", .integer(person),
      .text(exercise)
    ) { $0.text(0) }
    return text.flatMap { try? ProgressionRule(text: $0) }
  }

  /// Stores the progression rule of an exercise, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - rule: The rule; `nil` removes it.
  ///   - exercise: The name, in any case.
  /// - Throws: ``DatabaseError``; the earlier rule stays.
  /// - Complexity: O(log n).
  func save(_ rule: ProgressionRule?, for exercise: String, by name: PersonName) throws {
    try connection.write {
      try save(rule, for: exercise, by: PersonStore(connection).findOrCreateRowID(of: name))
    }
  }

  /// Stores or removes the progression rule of an exercise. Must be called in a transaction.
  func save(_ rule: ProgressionRule?, for exercise: String, by person: Int64) throws {
    guard let rule else {
      try connection.run(
        "DELETE FROM progression_rules WHERE person = ? AND exercise = ?", .integer(person),
        .text(exercise))
      return
    }
    try connection.run(
      """
      INSERT INTO progression_rules (person, exercise, rule) VALUES (?, ?, ?)
      ON CONFLICT (person, exercise) DO UPDATE SET rule = excluded.rule
      """, .integer(person), .text(exercise), .text(rule.text))
  }

  /// Returns the exercises with rules that cannot be read.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(r) in the rules.
  func exercisesWithUnreadableRules(limit: Int) throws -> [String] {
    let rules = try connection.all("SELECT exercise, rule FROM progression_rules") {
      (exercise: $0.text(0), text: $0.text(1))
    }
    return rules.lazy.filter { (try? ProgressionRule(text: $0.text)) == nil }.prefix(limit)
      .map(\.exercise)
  }
}
