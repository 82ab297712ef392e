import FoundationEssentials
import Models
import SQLite

/// A format of an export: JSON with an array for each kind of item, JSON lines with the same items, or CSV with the sets
/// of the workouts outside of the trash.
public enum ExportFormat: String, CaseIterable, Sendable { case json, csv, jsonl }

/// A store that exports people's data, except unfinished workouts, the usage log, the names of imported files, and the
/// data of groups and synchronization. Values that are computed from workouts are omitted, too.
///
/// Items are in the order in which an import adds them, so that an export of imported items has the same order.
public struct ExportStore {
  let connection: Connection
  /// The only person to export; `nil` for all.
  public var person: PersonName?
  /// The first local day of workouts, in days since 1970-01-01. Everything else is exported completely.
  public var firstDay = Int64.min

  /// Writes an export of a snapshot of the database. Other connections can change the database meanwhile.
  ///
  /// - Parameter append: Receives the text in parts of at most one item.
  /// - Returns: The number of exported workouts, and of workouts that are omitted because they cannot be read.
  /// - Throws: ``DatabaseError``, and errors of `append`.
  /// - Complexity: O(n) time, and O(1) memory in the workouts.
  public func write(
    _ format: ExportFormat, append: (String) throws -> Void
  ) throws -> (workoutCount: Int, unreadableCount: Int) {
    try connection.read {
      // An unknown name selects no rows.
      let person = try person.map { SQLValue.integer(try connection.people.rowID(of: $0) ?? -1) }
      let catalogue = try connection.challenges.catalogue()
      let dayStart = try connection.dayStart
      var counts = (workoutCount: 0, unreadableCount: 0)
      func forEachWorkout(_ body: (Row, Workout, _ challengeName: String) throws -> Void) throws {
        try forEachRow(of: person ?? .null, shouldIncludeTrash: format != .csv) { row in
          guard let workout = try? row.workout() else { return counts.unreadableCount += 1 }
          counts.workoutCount += 1
          try body(row, workout, catalogue.name(of: workout.challenge))
        }
      }
      func forEach(_ kind: ExportItem.Kind, _ body: (String) throws -> Void) throws {
        for item in try items(of: kind, person ?? .null) { try body(item.text) }
        guard kind == .workout else { return }
        try forEachWorkout { row, workout, challengeName in
          let item = ExportItem.workout(
            workout, challengeName: challengeName, dayStart,
            correcting: row.isNull("corrected") ? nil : try row.uuid("corrected"),
            deletedAt: row.integerOrNil("deleted_at"))
          try body(item.text)
        }
      }
      let header = "{\"format\":\"ladder\",\"version\":\(ExportReader.version)"
      switch format {
      case .json:
        try append(header)
        for kind in ExportItem.Kind.allCases {
          var separator = ",\n\"\(kind.arrayName)\":[\n"
          try forEach(kind) { item in
            try append(separator + item)
            separator = ",\n"
          }
          try append(separator == ",\n" ? "\n]" : separator + "]")
        }
        try append("}\n")
      case .jsonl:
        try append(header + "}\n")
        for kind in ExportItem.Kind.allCases { try forEach(kind) { try append($0 + "\n") } }
      case .csv:
        try append(Workout.csvHeader + "\r\n")
        try forEachWorkout { _, workout, challengeName in
          for row in workout.csvRows(challengeName: challengeName, dayStart) {
            try append(row + "\r\n")
          }
        }
      }
      return counts
    }
  }

  /// Returns the items of a kind other than workouts. There are few of them.
  private func items(of kind: ExportItem.Kind, _ person: SQLValue) throws -> [JSONText] {
    switch kind {
    case .person:
      return try connection.all(
        "SELECT name AS user, id FROM people WHERE ?1 IS NULL OR id = ?1 ORDER BY id", person
      ) {
        let formerNames = try connection.all(
          "SELECT name AS user FROM former_names WHERE person = ? ORDER BY name",
          .integer($0.integer("id")), read: \.user)
        return ExportItem.person($0.user, formerNames: formerNames)
      }
    case .challenge:
      let custom = try connection.challenges.custom()
      return try (custom.current + custom.deleted).map { challenge in
        var record = ChallengeRecord(challenge)
        record.isDeleted = custom.deleted.contains(challenge) ? true : nil
        return try ExportItem.record(kind, record)
      }
    case .exercise:
      return try connection.all(
        """
        SELECT p.name AS user, s.* FROM exercise_settings s JOIN people p ON p.id = s.person
        WHERE ?1 IS NULL OR s.person = ?1 ORDER BY s.person, s.key
        """, person
      ) {
        try ExportItem.record(
          kind, $0.decode(ExerciseSettingsRecord.self), [("user", .string($0.user))])
      }
    case .plan:
      return try connection.all(
        """
        SELECT p.name AS user, q.* FROM plans q JOIN people p ON p.id = q.person
        WHERE ?1 IS NULL OR q.person = ?1 ORDER BY q.number
        """, person
      ) { row in
        let sessions = try connection.all(
          "SELECT * FROM plan_sessions WHERE plan = ? ORDER BY session",
          .integer(row.integer("number"))
        ) { (number: $0.integer("session"), record: try $0.decode(PlanSessionRecord.self)) }
        return try ExportItem.plan(row.decode(), sessions: sessions, of: row.user)
      }
    case .workout: return []
    }
  }

  private func forEachRow(
    of person: SQLValue, shouldIncludeTrash: Bool, _ body: (Row) throws -> Void
  ) throws {
    try connection.forEach(
      """
      SELECT r.id AS corrected, w.* FROM workouts_with_names w
      LEFT JOIN workouts r ON r.number = w.replaces
      WHERE (?1 IS NULL OR w.person = ?1) AND w.day >= ?2 AND (?3 OR w.deleted_at IS NULL)
      ORDER BY w.number
      """, person, .integer(firstDay), .integer(shouldIncludeTrash ? 1 : 0), body: body)
  }
}

extension Row {
  fileprivate var user: String { PersonName.displayable(text("user")) }
}
