import FoundationEssentials
import Models
import SQLite

extension JournalStore {
  /// Adds entries about everything that changed on this machine since the last call.
  ///
  /// The tables are compared with the journal, instead of writing it with each change: it is right whatever program
  /// changed them, and costs nothing while a person has only one machine.
  ///
  /// - Parameters:
  ///   - settings: The shared settings with their values in the settings file.
  ///   - now: The time of changes whose time is not known.
  /// - Throws: ``DatabaseError``. Must be called in a transaction.
  /// - Complexity: O(n log n) in the person's workouts.
  func captureChanges(
    of person: PersonName, settings: [Settings.Field: String] = [:], at now: Date
  ) throws {
    let now = now.millisecondsSince1970
    try captureChallenges(at: now)
    try captureSettings(settings, at: now)
    guard let person = try PersonStore(connection).rowID(of: person) else { return }
    try capturePlans(of: person, at: now)
    try captureWorkouts(of: person)
    try captureTrash(of: person, at: now)
    try captureExerciseSettings(of: person, at: now)
  }

  // MARK: - Workouts

  private func captureWorkouts(of person: Int64) throws {
    let new = try connection.all(
      """
      SELECT w.id, w.challenge, w.started_at, w.day, w.duration_ms, w.rep_log, w.skip_log, w.note, r.id,
        w.provenance, w.pause_log, w.figures, w.utc_offset
      FROM workouts w LEFT JOIN workouts r ON r.number = w.replaces
      WHERE w.person = ? AND NOT EXISTS (
        SELECT 1 FROM journal j WHERE j.kind = 'workout' AND j.subject = w.id)
      ORDER BY w.number
      """, .integer(person)
    ) { row in
      (
        id: try row.uuid(0),
        body: WorkoutBody(
          challenge: row.text(1), startedAt: row.integer(2), day: row.day(3),
          utcOffset: row.utcOffset(12), duration: row.integer(4),
          reps: row.withBytes(5) { Data($0) },
          skips: row.isNull(6) ? nil : row.withBytes(6) { Data($0) },
          note: row.isNull(7) ? nil : row.text(7), replaces: row.isNull(8) ? nil : try row.uuid(8),
          provenance: row.integer(9),
          pauses: row.isNull(10) ? nil : row.withBytes(10) { Data($0) },
          figures: row.isNull(11) ? nil : row.text(11))
      )
    }
    // Those that cannot be read stay on this machine, where "ladder doctor" reports them.
    for (id, body) in new where body.log != nil {
      var body = body
      if body.challenge == Challenge.ID.strength.rawValue {
        body.sets = try StrengthStore(connection).bodies(of: id)
      }
      guard body.isValid else { continue }
      try record(.workout, JournalSubject(id), at: body.startedAt, body)
    }
  }

  private func captureTrash(of person: Int64, at now: Int64) throws {
    let inTrash = try connection.all(
      "SELECT id, deleted_at FROM workouts WHERE person = ? AND deleted_at IS NOT NULL",
      .integer(person)
    ) { (subject: $0.subject(0), deletedAt: $0.integer(1)) }
    for (subject, deletedAt) in inTrash
    where try trash(subject)?.deletedAt == nil && latest(.workout, subject) != nil {
      try record(.trash, subject, at: deletedAt, TrashBody(deletedAt: deletedAt))
    }
    let restored = try connection.all(
      """
      SELECT DISTINCT j.subject FROM journal j JOIN workouts w ON w.id = j.subject
      WHERE j.kind = 'trash' AND w.person = ? AND w.deleted_at IS NULL
      """, .integer(person)
    ) { $0.subject(0) }
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
    ) { $0.subject(0) }
    for subject in missing {
      let trash = try trash(subject)
      guard trash?.isRemoved != true, trash?.deletedAt == nil else { continue }
      try record(.trash, subject, at: now, TrashBody(isRemoved: true))
    }
  }

  /// Returns whether a workout is in the trash, by the journal.
  func trash(_ subject: JournalSubject) throws -> TrashBody? {
    try latest(.trash, subject)?.body(TrashBody.self)
  }

  // MARK: - Plans

  private func capturePlans(of person: Int64, at now: Int64) throws {
    let plans = try connection.all(
      """
      SELECT id, challenge, measure, amount, duration_ms, tested_on, ended_at FROM plans
      WHERE person = ? ORDER BY number
      """, .integer(person)
    ) { row in
      (
        id: try row.uuid(0),
        body: PlanBody(
          challenge: row.text(1), measure: row.text(2), amount: row.integer(3),
          duration: row.integer(4), testedOn: row.day(5), endedAt: row.integerOrNil(6))
      )
    }
    for (id, body) in plans where try latestPlan(JournalSubject(id)) != body {
      try record(.plan, JournalSubject(id), at: now, body)
    }
    let known = Set(plans.map { JournalSubject($0.id) })
    for subject in try subjects(of: .plan) where !known.contains(subject) {
      guard var body = try latestPlan(subject), body.isRemoved != true else { continue }
      body.isRemoved = true
      try record(.plan, subject, at: now, body)
    }
    let sessions = try connection.all(
      """
      SELECT p.id, s.session, s.sets, s.day, s.is_done
      FROM plan_sessions s JOIN plans p ON p.number = s.plan WHERE p.person = ?
      """, .integer(person)
    ) { row in
      (
        subject: JournalSubject(try row.uuid(0), session: row.integer(1)),
        body: PlanSessionBody(sets: row.integer(2), day: row.day(3), isDone: row.integer(4) == 1)
      )
    }
    for (subject, body) in sessions {
      if let known = try furthestSession(subject), !body.isAhead(of: known) { continue }
      try record(.planSession, subject, at: now, body)
    }
  }

  /// Returns what the journal says about a plan.
  func latestPlan(_ subject: JournalSubject) throws -> PlanBody? {
    try latest(.plan, subject)?.body(PlanBody.self)
  }

  /// Returns the furthest progress of a plan's session in the journal, if any.
  func furthestSession(_ subject: JournalSubject) throws -> PlanSessionBody? {
    let bodies = try connection.all(
      """
      SELECT content FROM journal WHERE kind = 'plan-session' AND subject = ? AND is_applied = 1
      """, .bytes(subject.bytes)
    ) { $0.withBytes(0) { JournalRecord(content: Array($0))?.body(PlanSessionBody.self) } }
    return bodies.compactMap(\.self).max { $1.isAhead(of: $0) }
  }

  // MARK: - Challenges and settings

  private func captureChallenges(at now: Int64) throws {
    // The current version of each, or else the one that was deleted last.
    let versions = try connection.all(
      """
      SELECT id, name, kind, scored_by, amount, how, rounds, is_current FROM own_challenges
      ORDER BY is_current, deleted_at, number
      """
    ) { row in
      (
        id: row.text(0),
        body: ChallengeBody(
          name: row.text(1), kind: row.text(2), scoring: row.text(3), amount: row.integer(4),
          instructions: row.text(5), rounds: row.text(6), isDeleted: row.integer(7) == 0)
      )
    }
    let challenges = Dictionary(versions.map { ($0.id, $0.body) }) { _, last in last }
    for (id, body) in challenges.sorted(by: { $0.key < $1.key }) {
      let subject = JournalSubject(id)
      guard
        try latest(.challenge, subject)?.body(ChallengeBody.self) != body,
        body.challenge(subject) != nil
      else { continue }
      try record(.challenge, subject, at: now, body)
    }
  }

  private func captureSettings(_ settings: [Settings.Field: String], at now: Int64) throws {
    for (field, value) in settings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let subject = JournalSubject(field.rawValue)
      guard try latest(.setting, subject)?.body(SettingBody.self)?.value != value else { continue }
      try record(.setting, subject, at: now, SettingBody(value: value))
    }
  }
}

extension Row {
  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
}
