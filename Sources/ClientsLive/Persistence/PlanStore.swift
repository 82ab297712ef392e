import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of training plans and their completed sessions.
public struct PlanStore {
  let connection: Connection

  /// Returns a person's active plans, sorted by the day of their test, then by challenge.
  ///
  /// - Complexity: O(p) for p plans.
  public func all(of name: PersonName) throws -> [TrainingPlan] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      return try connection.all(
        """
        SELECT * FROM plans
        WHERE person = ? AND ended_at IS NULL ORDER BY challenge
        """, .integer(person)
      ) { (plan: try $0.plan(), number: $0.integer("number")) }
      // Not sorted by row number, which differs between machines. Plans of the same day stay sorted by challenge.
      .sorted { $0.plan.test.day < $1.plan.test.day }
      .map { try withSessions($0.plan, $0.number) }
    }
  }

  /// Returns a person's plans, including ended ones, with the day on which each ended.
  ///
  /// - Complexity: O(p) for p plans.
  func withEnded(of person: Int64) throws -> [(plan: TrainingPlan, lastDay: Int64?)] {
    let dayStart = try connection.dayStart
    return try connection.all("SELECT * FROM plans WHERE person = ?", .integer(person)) { row in
      let end = row.isNull("ended_at") ? nil : row.date("ended_at")
      return (try row.plan(), row.integer("number"), end.map { dayStart.day(at: $0) })
    }.map { (try withSessions($0.0, $0.1), $0.2) }
  }

  /// Starts `plan`, replacing the active plan of its challenge.
  ///
  /// - Returns: Whether another plan was active.
  @discardableResult
  func start(_ plan: TrainingPlan, by name: PersonName, at now: Date) throws -> Bool {
    try connection.write {
      let person = try connection.people.findOrCreateRowID(of: name)
      try connection.run(
        """
        UPDATE plans SET ended_at = ?
        WHERE person = ? AND challenge = ? AND ended_at IS NULL AND id <> ?
        """,
        .integer(now.millisecondsSince1970), .integer(person), .text(plan.challenge.rawValue),
        .uuid(plan.id))
      let hasReplacedAnother = connection.changedRowCount > 0
      try connection.insert(
        PlanRecord(plan), into: "plans", with: ["person": .integer(person)],
        onConflict: "(id) DO NOTHING")
      return hasReplacedAnother
    }
  }

  /// Records a completed set of the plan with the given ID.
  ///
  /// - Returns: The updated plan, or `nil` if it is not active.
  func recordSet(_ set: PlannedSet, of id: TrainingPlan.ID, on day: Int64) throws -> TrainingPlan? {
    try connection.write {
      let found = try connection.first(
        """
        SELECT * FROM plans
        WHERE id = ? AND ended_at IS NULL
        """, .uuid(id)
      ) { (plan: try $0.plan(), number: $0.integer("number")) }
      guard let found else { return nil }
      var plan = try withSessions(found.plan, found.number)
      let before = plan
      plan.finish(set, on: day)
      guard plan != before else { return plan }
      // A completed session is not changed, and keeps its day.
      try connection.insert(
        PlanSessionRecord(sets: Int64(set.number), day: day, isDone: set.isLast),
        into: "plan_sessions",
        with: ["plan": .integer(found.number), "session": .integer(Int64(set.session.number))],
        isReplacing: true)
      // Undoing the import must not remove progress that was made after it.
      try connection.run(
        "UPDATE plans SET import = NULL WHERE number = ? AND import IS NOT NULL",
        .integer(found.number))
      return plan
    }
  }

  /// Ends an active plan.
  ///
  /// - Throws: ``EditConflict`` if it isn't active, and ``DatabaseError``; nothing is changed.
  func end(_ plan: TrainingPlan, by name: PersonName, at now: Date) throws {
    try connection.write {
      try check(plan.challenge, has: plan.id, of: name)
      try connection.run(
        "UPDATE plans SET ended_at = ? WHERE id = ?", .integer(now.millisecondsSince1970),
        .uuid(plan.id))
    }
  }

  /// Throws unless the active plan of a challenge is the one that the person saw.
  ///
  /// - Throws: ``EditConflict`` and ``DatabaseError``.
  private func check(
    _ challenge: Challenge.ID, has seen: TrainingPlan.ID?, of name: PersonName
  ) throws {
    let active = try all(of: name).first { $0.challenge == challenge }
    guard active?.id == seen else { throw EditConflict(current: active) }
  }

  /// Reactivates the most recently ended or replaced plan of a challenge, and deletes the active one.
  ///
  /// - Parameter seen: The active plan; `nil` for none.
  /// - Returns: The reactivated plan, or `nil` if there is none.
  /// - Throws: ``EditConflict`` if the active plan is not `seen`, and ``DatabaseError``; nothing is changed.
  func undo(
    _ challenge: Challenge.ID, replacing seen: TrainingPlan.ID?, by name: PersonName
  ) throws -> TrainingPlan? {
    try connection.write {
      try check(challenge, has: seen, of: name)
      guard let person = try connection.people.rowID(of: name) else { return nil }
      let found = try connection.first(
        """
        SELECT * FROM plans
        WHERE person = ? AND challenge = ? AND ended_at IS NOT NULL
        ORDER BY ended_at DESC, number DESC LIMIT 1
        """, .integer(person), .text(challenge.rawValue)
      ) { (plan: try $0.plan(), number: $0.integer("number")) }
      guard let found else { return nil }
      try connection.run(
        "DELETE FROM plans WHERE person = ? AND challenge = ? AND ended_at IS NULL",
        .integer(person), .text(challenge.rawValue))
      try connection.run(
        "UPDATE plans SET ended_at = NULL WHERE number = ?", .integer(found.number))
      return try withSessions(found.plan, found.number)
    }
  }

  /// Updates the active plan of a corrected test. Ends the plan if the test no longer has a score.
  ///
  /// - Parameter number: The number of the corrected workout.
  /// - Precondition: A transaction is open.
  /// - Complexity: O(log n) for each correction of the test.
  func correctTest(_ workout: Workout, number: Int64, at now: Date) throws {
    guard
      let plan = try self.number(ofPlanWithTest: number, endedAt: nil),
      let challenge = try connection.challenges.challenge(workout.challenge)
    else { return }
    let score = workout.acceptedScore(in: challenge)
    let dayStart = try connection.dayStart
    guard
      let test = TestResult(workout, score: score, scoring: challenge.scoring, dayStart: dayStart)
    else {
      _ = try endPlan(ofTest: number, at: now)
      return
    }
    try connection.run(
      """
      UPDATE plans SET measure = ?1, amount = ?2, duration_ms = ?3, tested_on = ?4
      WHERE number = ?5 AND (measure, amount, duration_ms, tested_on) <> (?1, ?2, ?3, ?4)
      """, .text(test.measure.rawValue), .integer(Int64(test.amount)),
      .integer(test.duration.wholeMilliseconds), .integer(test.day), .integer(plan))
  }

  /// Ends the active plan that began with a test, and reactivates the plan that it had replaced.
  ///
  /// - Parameter number: The number of the test's workout, which is in the trash.
  /// - Returns: `nil` if no active plan began with the test.
  /// - Precondition: A transaction is open.
  /// - Complexity: O(log n) for each correction of the test.
  func endPlan(ofTest number: Int64, at now: Date) throws -> PlanChange? {
    guard let plan = try self.number(ofPlanWithTest: number, endedAt: nil) else { return nil }
    try connection.run(
      "UPDATE plans SET ended_at = ? WHERE number = ?", .integer(now.millisecondsSince1970),
      .integer(plan))
    // A plan that had ended before the test began was not replaced. A plan whose test is deleted stays ended.
    try connection.run(
      """
      UPDATE plans SET ended_at = NULL WHERE number = (
        SELECT q.number
        FROM plans p JOIN plans q ON q.person = p.person AND q.challenge = p.challenge
        WHERE p.number = ?1 AND q.number <> ?1
          AND q.ended_at >= (SELECT started_at FROM workouts WHERE number = ?2)
          AND NOT coalesce((
            WITH RECURSIVE versions (number, deleted_at) AS (
              SELECT number, deleted_at FROM workouts WHERE id = q.id
              UNION ALL
              SELECT w.number, w.deleted_at FROM versions v JOIN workouts w ON w.replaces = v.number
            )
            SELECT min(deleted_at IS NOT NULL) FROM versions), 0)
        ORDER BY q.ended_at DESC, q.number DESC LIMIT 1)
      """, .integer(plan), .integer(number))
    return connection.changedRowCount > 0 ? .replacedByPrevious : .ended
  }

  /// Reactivates the plan that ended when its test was deleted, unless a later plan is active.
  ///
  /// - Parameters:
  ///   - number: The number of the test's workout.
  ///   - endedAt: The time of the deletion, in milliseconds since 1970.
  /// - Returns: `nil` if there is no such plan.
  /// - Precondition: A transaction is open.
  func restorePlan(ofTest number: Int64, endedAt: Int64, at now: Date) throws -> PlanChange? {
    guard let plan = try self.number(ofPlanWithTest: number, endedAt: endedAt) else { return nil }
    let active = try connection.first(
      """
      SELECT f.number FROM plans p JOIN plans f ON f.person = p.person AND f.challenge = p.challenge
      WHERE p.number = ? AND f.ended_at IS NULL
      """, .integer(plan)
    ) { $0.integer(0) }
    if let active {
      guard active < plan else { return nil }
      try connection.run(
        "UPDATE plans SET ended_at = ? WHERE number = ?", .integer(now.millisecondsSince1970),
        .integer(active))
    }
    try connection.run("UPDATE plans SET ended_at = NULL WHERE number = ?", .integer(plan))
    return .restored
  }

  /// Returns the number of the plan that began with a test. The plan has the ID of the test's workout, or of a workout
  /// that the test corrects.
  private func number(ofPlanWithTest workout: Int64, endedAt: Int64?) throws -> Int64? {
    try connection.first(
      """
      WITH RECURSIVE versions (id, replaces) AS (
        SELECT id, replaces FROM workouts WHERE number = ?1
        UNION ALL
        SELECT w.id, w.replaces FROM versions v JOIN workouts w ON w.number = v.replaces
      )
      SELECT p.number FROM versions v JOIN plans p ON p.id = v.id
      WHERE p.ended_at IS ?2
      """, .integer(workout), .integer(endedAt)
    ) { $0.integer(0) }
  }

  /// Returns the plan with its completed sessions.
  private func withSessions(_ plan: TrainingPlan, _ number: Int64) throws -> TrainingPlan {
    var plan = plan
    let rows = try connection.all(
      "SELECT * FROM plan_sessions WHERE plan = ? ORDER BY session",
      .integer(number)
    ) { (sets: $0.count("sets"), day: $0.day("day"), isDone: $0.integer("is_done") == 1) }
    for row in rows {
      if row.isDone {
        plan.completedDays.append(row.day)
      } else {
        plan.progress = TrainingPlan.Progress(sets: row.sets, day: row.day)
      }
    }
    return plan
  }
}

/// A training plan: a row of the table `plans`, and a plan in the journal.
struct PlanRecord: Codable, Hashable {
  var id: UUID
  var challenge: String
  var measure: String
  var amount: Int64
  /// The duration of the test in milliseconds.
  var duration: Int64
  /// The local day of the test, in days since 1970-01-01.
  var testedOn: Int64
  /// The end of the plan in milliseconds since 1970; `nil` for an active plan.
  var endedAt: Int64?
  /// In the journal: whether the start of the plan was undone, so that it is no longer in the table.
  var isRemoved: Bool?

  private enum CodingKeys: String, CodingKey {
    case id, challenge, measure, amount
    case duration = "duration_ms"
    case testedOn = "tested_on"
    case endedAt = "ended_at"
    case isRemoved = "is_removed"
  }
}

extension PlanRecord {
  init(_ plan: TrainingPlan) {
    self.init(
      id: plan.id, challenge: plan.challenge.rawValue, measure: plan.test.measure.rawValue,
      amount: Int64(plan.test.amount), duration: plan.test.duration.wholeMilliseconds,
      testedOn: plan.test.day)
  }

  /// The plan without its sessions; `nil` if its test is invalid.
  var plan: TrainingPlan? {
    guard
      let measure = TestResult.Measure(rawValue: measure),
      let test = TestResult(
        measure: measure, amount: Int(amount.clamped(to: 0...1_000_000_000_000)),
        duration: .milliseconds(duration).clamped(to: .zero...WorkoutLog.maxDuration),
        day: testedOn.clamped(to: WorkoutRecord.days))
    else { return nil }
    return TrainingPlan(id: id, challenge: Challenge.ID(rawValue: challenge), test: test)
  }
}

/// The progress of a session: a row of the table `plan_sessions` without its keys, and a session in the journal.
struct PlanSessionRecord: Codable, Hashable {
  /// The number of completed sets.
  var sets: Int64
  var day: Int64
  var isDone: Bool

  private enum CodingKeys: String, CodingKey {
    case sets, day
    case isDone = "is_done"
  }
}

extension Row {
  /// Reads a plan without its sessions.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  fileprivate func plan() throws -> TrainingPlan {
    guard let plan = try decode(PlanRecord.self).plan else {
      throw corruptionError("a plan with an invalid test")
    }
    return plan
  }
}
