import FoundationEssentials
import Models
import SQLite

extension JournalStore {
  /// Adds entries about everything that changed on this machine since the last call.
  ///
  /// Compares the tables with the journal instead of adding an entry with each change. So the journal is
  /// correct regardless of the program that made a change, and costs nothing while a person has only one machine.
  ///
  /// - Parameters:
  ///   - settings: The shared settings with their values in the settings file.
  ///   - now: The time to record for changes whose own time is not known.
  /// - Precondition: A transaction is open.
  /// - Complexity: O(n log n) in the person's workouts.
  func captureChanges(
    of person: PersonName, settings: [Settings.Field: String] = [:], at now: Date
  ) throws {
    let now = now.millisecondsSince1970
    try captureChallenges(at: now)
    try captureSettings(settings, at: now)
    guard let person = try connection.people.rowID(of: person) else { return }
    try capturePlans(of: person, at: now)
    try captureWorkouts(of: person)
    try captureTrash(of: person, at: now)
    try captureExerciseSettings(of: person, at: now)
  }

  // MARK: - Workouts

  private func captureWorkouts(of person: Int64) throws {
    let new = try connection.all(
      """
      SELECT r.id AS corrected, w.* FROM workouts w LEFT JOIN workouts r ON r.number = w.replaces
      WHERE w.person = ? AND NOT EXISTS (
        SELECT 1 FROM journal j WHERE j.kind = 'workout' AND j.subject = w.id)
      ORDER BY w.number
      """, .integer(person)
    ) { row in
      var record = try row.decode(WorkoutRecord.self)
      record.corrects = row.isNull("corrected") ? nil : try row.uuid("corrected")
      return record
    }
    for record in new {
      // Unreadable workouts stay on this machine, where "ladder doctor" reports them.
      guard record.isValid else { continue }
      try self.record(.workout, JournalSubject(record.id), at: record.startedAt, record)
    }
  }

  private func captureTrash(of person: Int64, at now: Int64) throws {
    let inTrash = try connection.all(
      "SELECT id, deleted_at FROM workouts WHERE person = ? AND deleted_at IS NOT NULL",
      .integer(person)
    ) { (subject: $0.subject("id"), deletedAt: $0.integer("deleted_at")) }
    for (subject, deletedAt) in inTrash
    where try trash(subject)?.deletedAt == nil && latest(.workout, subject) != nil {
      try record(.trash, subject, at: deletedAt, TrashBody(deletedAt: deletedAt))
    }
    let restored = try connection.all(
      """
      SELECT DISTINCT j.subject FROM journal j JOIN workouts w ON w.id = j.subject
      WHERE j.kind = 'trash' AND w.person = ? AND w.deleted_at IS NULL
      """, .integer(person)
    ) { $0.subject("subject") }
    for subject in restored where try trash(subject)?.deletedAt != nil {
      try record(.trash, subject, at: now, TrashBody())
    }
    // A correction that was undone is not in the trash: its row is deleted.
    let missing = try connection.all(
      """
      SELECT DISTINCT j.subject FROM journal j
      WHERE j.kind = 'workout' AND j.is_applied = 1
        AND NOT EXISTS (SELECT 1 FROM workouts w WHERE w.id = j.subject)
      """
    ) { $0.subject("subject") }
    for subject in missing {
      let trash = try trash(subject)
      guard trash?.isRemoved != true, trash?.deletedAt == nil else { continue }
      try record(.trash, subject, at: now, TrashBody(isRemoved: true))
    }
  }

  /// Returns whether a workout is in the trash according to the journal.
  func trash(_ subject: JournalSubject) throws -> TrashBody? {
    try latest(.trash, subject)?.body(TrashBody.self)
  }

  // MARK: - Plans

  private func capturePlans(of person: Int64, at now: Int64) throws {
    let plans = try connection.all(
      "SELECT * FROM plans WHERE person = ? ORDER BY number", .integer(person)
    ) { try $0.decode(PlanRecord.self) }
    for plan in plans where try latestPlan(JournalSubject(plan.id)) != plan {
      try record(.plan, JournalSubject(plan.id), at: now, plan)
    }
    let known = Set(plans.map { JournalSubject($0.id) })
    for subject in try subjects(of: .plan) where !known.contains(subject) {
      guard var plan = try latestPlan(subject), plan.isRemoved != true else { continue }
      plan.isRemoved = true
      try record(.plan, subject, at: now, plan)
    }
    let sessions = try connection.all(
      """
      SELECT p.id, s.* FROM plan_sessions s JOIN plans p ON p.number = s.plan WHERE p.person = ?
      """, .integer(person)
    ) { row in
      (
        subject: JournalSubject(try row.uuid("id"), session: row.integer("session")),
        progress: try row.decode(PlanSessionRecord.self)
      )
    }
    for (subject, progress) in sessions {
      if let known = try furthestSession(subject), !progress.isAhead(of: known) { continue }
      try record(.planSession, subject, at: now, progress)
    }
  }

  /// Returns the latest record of a plan in the journal, if any.
  func latestPlan(_ subject: JournalSubject) throws -> PlanRecord? {
    try latest(.plan, subject)?.body(PlanRecord.self)
  }

  /// Returns the furthest progress of a plan's session in the journal, if any.
  func furthestSession(_ subject: JournalSubject) throws -> PlanSessionRecord? {
    let bodies = try connection.all(
      """
      SELECT content FROM journal WHERE kind = 'plan-session' AND subject = ? AND is_applied = 1
      """, .bytes(subject.bytes)
    ) {
      $0.withBytes("content") { JournalRecord(content: Array($0))?.body(PlanSessionRecord.self) }
    }
    return bodies.compactMap(\.self).max { $1.isAhead(of: $0) }
  }

  // MARK: - Challenges and settings

  private func captureChallenges(at now: Int64) throws {
    // The current version of each challenge, or its last deleted version if there is none.
    let versions = try connection.all(
      "SELECT * FROM own_challenges ORDER BY is_current, deleted_at, number"
    ) { row in
      var record = try row.decode(ChallengeRecord.self)
      record.isDeleted = row.integer("is_current") == 0
      return record
    }
    let challenges = Dictionary(versions.map { ($0.id, $0) }) { _, last in last }
    for challenge in challenges.values.sorted(by: { $0.id < $1.id }) {
      let subject = JournalSubject(challenge.id)
      guard
        try latest(.challenge, subject)?.body(ChallengeRecord.self) != challenge,
        challenge.isValid(for: subject)
      else { continue }
      try record(.challenge, subject, at: now, challenge)
    }
  }

  private func captureSettings(_ settings: [Settings.Field: String], at now: Int64) throws {
    for (field, value) in settings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let subject = JournalSubject(field.rawValue)
      guard try latest(.setting, subject)?.body(SettingBody.self)?.value != value else { continue }
      try record(.setting, subject, at: now, SettingBody(value: value))
    }
  }

  /// Adds entries about settings that were changed or removed. Unreadable settings stay on this machine.
  private func captureExerciseSettings(of person: Int64, at now: Int64) throws {
    let all = try connection.all(
      "SELECT * FROM exercise_settings WHERE person = ?", .integer(person)
    ) { try $0.decode(ExerciseSettingsRecord.self) }
    for settings in all {
      guard let subject = settings.subject, settings.isValid(for: subject) else { continue }
      guard try latestExerciseSettings(subject)?.values != settings.values else { continue }
      try record(.exerciseSettings, subject, at: now, settings)
    }
    let known = Set(all.compactMap(\.subject))
    for subject in try subjects(of: .exerciseSettings) where !known.contains(subject) {
      guard var settings = try latestExerciseSettings(subject), !settings.values.isEmpty else {
        continue
      }
      (settings.rule, settings.note, settings.newName) = (nil, nil, nil)
      (settings.unit, settings.muscles, settings.bar) = (nil, nil, nil)
      try record(.exerciseSettings, subject, at: now, settings)
    }
  }

  /// Returns the latest settings of an exercise in the journal, if any.
  func latestExerciseSettings(_ subject: JournalSubject) throws -> ExerciseSettingsRecord? {
    try latest(.exerciseSettings, subject)?.body(ExerciseSettingsRecord.self)
  }
}
