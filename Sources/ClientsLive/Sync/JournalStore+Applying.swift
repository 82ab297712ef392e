import FoundationEssentials
import Models
import SQLite

extension JournalStore {
  /// Adds received entries, and updates the other tables to match the journal.
  ///
  /// - Returns: The number of new entries.
  /// - Throws: ``DatabaseError``. Must be called in a transaction, after ``captureChanges(of:settings:at:)``.
  /// - Complexity: O(m log n) for m entries.
  func receive(
    _ entries: [(id: UUID, record: JournalRecord)], for person: PersonName
  ) throws -> Int {
    let new = try entries.filter { id, record in
      try add(record, id: id, isApplied: record.canBeApplied, isUploaded: true)
    }
    try apply(new.map(\.record).filter(\.canBeApplied), for: person)
    return new.count
  }

  /// Applies entries that an earlier version of the program did not know.
  func applyUnknown(for person: PersonName) throws {
    let found = try connection.all("SELECT * FROM journal WHERE is_applied = 0") {
      (
        number: $0.integer("number"),
        record: $0.withBytes("content") { JournalRecord(content: Array($0)) }
      )
    }
    let known = found.filter { $0.record?.canBeApplied == true }
    for (number, _) in known {
      try connection.run("UPDATE journal SET is_applied = 1 WHERE number = ?", .integer(number))
    }
    try apply(known.compactMap(\.record), for: person)
  }

  private func apply(_ records: [JournalRecord], for person: PersonName) throws {
    guard !records.isEmpty else { return }
    let person = try connection.people.findOrCreateRowID(of: person)
    var subjects: [JournalKind: Set<JournalSubject>] = [:]
    for record in records {
      guard let kind = record.knownKind else { continue }
      subjects[kind, default: []].insert(record.subject)
    }
    for subject in subjects[.challenge] ?? [] { try applyChallenge(subject, for: person) }
    let planSubjects = (subjects[.plan] ?? []).union(
      (subjects[.planSession] ?? []).map { JournalSubject(bytes: Array($0.bytes.prefix(16))) })
    try applyPlans(planSubjects, for: person)
    for subject in (subjects[.workout] ?? []).union(subjects[.trash] ?? []) {
      try applyWorkout(subject, for: person)
    }
    for subject in subjects[.exerciseSettings] ?? [] {
      try applyExerciseSettings(subject, for: person)
    }
  }

  // MARK: - Workouts

  private func applyWorkout(_ subject: JournalSubject, for person: Int64) throws {
    guard
      let record = try latest(.workout, subject)?.body(WorkoutRecord.self),
      let workout = record.workout(by: "")
    else { return }
    let trash = try trash(subject) ?? TrashBody()
    let stored = try connection.first(
      "SELECT * FROM workouts WHERE id = ? AND person = ?", .uuid(workout.id), .integer(person)
    ) { (number: $0.integer("number"), deletedAt: $0.integerOrNil("deleted_at")) }
    guard let stored else {
      if trash.isRemoved != true {
        try insert(workout, correcting: record.corrects, trash.deletedAt, for: person)
      }
      return
    }
    let leaderboard = connection.leaderboard
    let deletedAt = trash.isRemoved == true ? stored.deletedAt ?? 0 : trash.deletedAt
    try connection.run(
      "UPDATE workouts SET deleted_at = ? WHERE number = ?", .integer(deletedAt),
      .integer(stored.number))
    switch (stored.deletedAt, deletedAt) {
    case (nil, .some):
      try leaderboard.removeBests(
        of: stored.number, by: person, in: workout.challenge)
    case (.some, nil):
      try leaderboard.recordBests(of: workout, number: stored.number, by: person)
    default: break
    }
    if trash.isRemoved == true {
      try connection.run("DELETE FROM workouts WHERE number = ?", .integer(stored.number))
    }
  }

  private func insert(
    _ workout: Workout, correcting corrected: UUID?, _ deletedAt: Int64?, for person: Int64
  ) throws {
    let old = try corrected.flatMap { id in
      try connection.first("SELECT number FROM workouts WHERE id = ?", .uuid(id)) { $0.integer(0) }
    }
    // A workout of another person on this machine has the same ID only if that person uses the same account.
    let number = try connection.workouts.insert(
      workout, by: person, replacing: old, deletedAt: deletedAt)
    guard let number else { return }
    // Links corrections that were received before this workout.
    try connection.run(
      """
      UPDATE workouts SET replaces = ?
      WHERE id IN (SELECT subject FROM journal WHERE related = ?)
      """, .integer(number), .uuid(workout.id))
  }

  // MARK: - Plans

  private func applyPlans(_ subjects: Set<JournalSubject>, for person: Int64) throws {
    let challenges = Set(try subjects.compactMap { try latestPlan($0)?.challenge })
    guard !challenges.isEmpty else { return }
    let plans = try self.subjects(of: .plan).compactMap { subject in
      try latest(.plan, subject).flatMap { record in
        record.body(PlanRecord.self).map { (subject: subject, time: record.time, body: $0) }
      }
    }
    for challenge in challenges {
      let plans = plans.filter { $0.body.challenge == challenge }
      for plan in plans where plan.body.isRemoved == true {
        try connection.run("DELETE FROM plans WHERE id = ?", .uuid(plan.body.id))
      }
      // Two machines may each have started a plan for the challenge. The later plan is active, and ends the others.
      let active = plans.filter { $0.body.isRemoved != true && $0.body.endedAt == nil }
        .sorted { ($0.time, $0.subject.bytes.hex) < ($1.time, $1.subject.bytes.hex) }
      let ended = plans.filter { $0.body.isRemoved != true && $0.body.endedAt != nil }
      for plan in ended {
        try write(plan.body, plan.subject, endedAt: plan.body.endedAt, for: person)
      }
      for plan in active.dropLast() {
        try write(
          plan.body, plan.subject, endedAt: active.last?.time.milliseconds, for: person)
      }
      if let plan = active.last {
        try write(plan.body, plan.subject, endedAt: nil, for: person)
      }
    }
  }

  private func write(
    _ plan: PlanRecord, _ subject: JournalSubject, endedAt: Int64?, for person: Int64
  ) throws {
    var plan = plan
    plan.endedAt = endedAt
    try connection.insert(
      plan, into: "plans", with: ["person": .integer(person)],
      onConflict: "(id) DO UPDATE SET ended_at = excluded.ended_at")
    let sessions = try connection.all(
      """
      SELECT DISTINCT subject FROM journal
      WHERE kind = 'plan-session' AND subject > ? AND subject <= ? AND is_applied = 1
      """, .bytes(subject.bytes), .bytes(subject.bytes + [255, 255, 255, 255])
    ) { $0.subject("subject") }
    let number = try connection.first("SELECT number FROM plans WHERE id = ?", .uuid(plan.id)) {
      $0.integer(0)
    }
    for session in sessions {
      guard let progress = try furthestSession(session) else { continue }
      try connection.insert(
        progress, into: "plan_sessions",
        with: [
          "plan": .integer(number),
          "session": .integer(session.bytes.suffix(4).reduce(0) { $0 << 8 | Int64($1) }),
        ], isReplacing: true)
    }
  }

  // MARK: - Challenges

  private func applyChallenge(_ subject: JournalSubject, for person: Int64) throws {
    guard
      let record = try latest(.challenge, subject), let body = record.body(ChallengeRecord.self),
      let challenge = body.challenge
    else { return }
    let store = connection.challenges
    let before = try store.customChallenge(challenge.id)
    try store.replace(
      challenge, isDeleted: body.isDeleted == true,
      at: Date(millisecondsSince1970: record.time.milliseconds))
    if before?.scoring != challenge.scoring || before?.routine != challenge.routine {
      try connection.leaderboard.recomputeBests(of: person, in: challenge.id)
      // The workouts may have been received before the challenge.
      if challenge.acceptsDistance {
        try connection.workouts.recomputeTotals(in: challenge)
      }
    }
  }

  // MARK: - Settings

  /// Stores or removes the settings of an exercise.
  private func applyExerciseSettings(_ subject: JournalSubject, for person: Int64) throws {
    guard let record = try latestExerciseSettings(subject) else { return }
    try connection.strength.save(
      record.settings, newName: record.newName, for: record.exercise, by: person)
  }

  /// Returns the settings whose value in the journal differs from the one in the settings file.
  func changedSettings(_ settings: [Settings.Field: String]) throws -> [Settings.Field: String] {
    var changed: [Settings.Field: String] = [:]
    for (field, value) in settings {
      let latest = try latest(.setting, JournalSubject(field.rawValue))?.body(SettingBody.self)
      if let latest, latest.value != value { changed[field] = latest.value }
    }
    return changed
  }
}

extension [UInt8] {
  /// The bytes in hexadecimal, which sort like the bytes.
  fileprivate var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
