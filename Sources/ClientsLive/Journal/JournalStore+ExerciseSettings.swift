import Models
import SQLite

/// The settings of an exercise in the journal.
struct ExerciseSettingsBody: Codable, Hashable {
  /// The name as it was typed. The subject is its key.
  var exercise: String
  /// The text of the rule; `nil` for none.
  var rule: String?
  var note: String?
  /// The name under which the exercise is shown, if it was renamed.
  var newName: String?
  /// The text of the unit; `nil` for none.
  var unit: String?
}

extension ExerciseSettingsBody {
  /// The settings without the name; empty if none is set.
  fileprivate var values: [String: String] {
    ["rule": rule, "note": note, "newName": newName, "unit": unit].compactMapValues(\.self)
  }

  /// The subject of the record; `nil` if the name is too long for one.
  var subject: JournalSubject? {
    let bytes = Array(exercise.nameKey.utf8)
    return bytes.count <= JournalSubject.maxSize ? JournalSubject(bytes: bytes) : nil
  }

  /// Whether this version of the program can read the names and the rule.
  func isValid(for subject: JournalSubject) -> Bool {
    let names = [exercise] + [newName].compactMap(\.self)
    guard
      self.subject == subject,
      names.allSatisfy({ name in
        Routine.exerciseName(name)?.unicodeScalars.elementsEqual(name.unicodeScalars) ?? false
      })
    else { return false }
    return rule.map { (try? ProgressionRule(text: $0)) != nil } ?? true
  }
}

extension JournalStore {
  /// Adds entries about settings that were changed or removed. Those that cannot be read stay on this machine.
  func captureExerciseSettings(of person: Int64, at now: Int64) throws {
    let settings = try connection.all(
      "SELECT exercise, rule, note, new_name, unit FROM exercise_settings WHERE person = ?",
      .integer(person)
    ) { row in
      ExerciseSettingsBody(
        exercise: row.text(0), rule: row.isNull(1) ? nil : row.text(1),
        note: row.isNull(2) ? nil : row.text(2), newName: row.isNull(3) ? nil : row.text(3),
        unit: row.isNull(4) ? nil : row.text(4))
    }
    for body in settings {
      guard let subject = body.subject, body.isValid(for: subject) else { continue }
      guard try latestExerciseSettings(subject)?.values != body.values else { continue }
      try record(.exerciseSettings, subject, at: now, body)
    }
    let known = Set(settings.compactMap(\.subject))
    for subject in try subjects(of: .exerciseSettings) where !known.contains(subject) {
      guard var body = try latestExerciseSettings(subject), !body.values.isEmpty else { continue }
      (body.rule, body.note, body.newName, body.unit) = (nil, nil, nil, nil)
      try record(.exerciseSettings, subject, at: now, body)
    }
  }

  /// Stores or removes the settings of an exercise.
  func applyExerciseSettings(_ subject: JournalSubject, for person: Int64) throws {
    guard let body = try latestExerciseSettings(subject) else { return }
    let settings = ExerciseSettings(
      rule: try body.rule.map { try ProgressionRule(text: $0) },
      note: body.note.flatMap { WorkoutNote($0) },
      unit: body.unit.flatMap(Weight.Unit.init(rawValue:)))
    try StrengthStore(connection).save(
      settings, newName: body.newName, for: body.exercise, by: person)
  }

  private func latestExerciseSettings(_ subject: JournalSubject) throws -> ExerciseSettingsBody? {
    try latest(.exerciseSettings, subject)?.body(ExerciseSettingsBody.self)
  }
}
