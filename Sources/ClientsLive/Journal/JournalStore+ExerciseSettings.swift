import Models
import SQLite

/// The progression rule of an exercise in the journal.
struct ProgressionRuleBody: Codable, Hashable {
  /// The name as it was typed. The subject is the name without regard to case.
  var exercise: String
  /// The text of the rule; `nil` if it was removed.
  var rule: String?
}

extension ProgressionRuleBody {
  /// The subject of the record; `nil` if the name is too long for one.
  var subject: JournalSubject? {
    // The database compares names like this: only the case of ASCII letters has no meaning.
    let bytes = exercise.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    return bytes.count <= JournalSubject.maxSize ? JournalSubject(bytes: bytes) : nil
  }

  /// Whether this version of the program can read the name and the rule.
  func isValid(for subject: JournalSubject) -> Bool {
    guard
      self.subject == subject, let name = Routine.exerciseName(exercise),
      name.unicodeScalars.elementsEqual(exercise.unicodeScalars)
    else { return false }
    return rule.map { (try? ProgressionRule(text: $0)) != nil } ?? true
  }
}

extension JournalStore {
  /// Adds entries about rules that were changed or removed. Rules that cannot be read stay on this machine.
  func captureRules(of person: Int64, at now: Int64) throws {
    let rules = try connection.all(
      "SELECT exercise, rule FROM progression_rules WHERE person = ?", .integer(person)
    ) { ProgressionRuleBody(exercise: $0.text(0), rule: $0.text(1)) }
    for body in rules {
      guard
        let subject = body.subject, body.isValid(for: subject),
        try latestRule(subject)?.rule != body.rule
      else { continue }
      try record(.progressionRule, subject, at: now, body)
    }
    let known = Set(rules.compactMap(\.subject))
    for subject in try subjects(of: .progressionRule) where !known.contains(subject) {
      guard var body = try latestRule(subject), body.rule != nil else { continue }
      body.rule = nil
      try record(.progressionRule, subject, at: now, body)
    }
  }

  /// Stores or removes the rule of an exercise.
  func applyRule(_ subject: JournalSubject, for person: Int64) throws {
    guard let body = try latestRule(subject) else { return }
    let rule = try body.rule.map { try ProgressionRule(text: $0) }
    try StrengthStore(connection).save(rule, for: body.exercise, by: person)
  }

  private func latestRule(_ subject: JournalSubject) throws -> ProgressionRuleBody? {
    try latest(.progressionRule, subject)?.body(ProgressionRuleBody.self)
  }
}
