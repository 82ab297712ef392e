import FoundationEssentials
import Models
import SQLite

/// An import of the items of an export. The caller opens the transaction.
///
/// An item that the database already has is skipped. An item that differs from a stored one with the same identity is
/// refused, and so is one that an export would write differently, because a part of it would be lost.
///
/// ```swift
/// var items = ExportImport(into: connection, for: number, at: now)
/// while let (json, line) = try reader.next() { try items.add(json, line: line) }
/// ```
public struct ExportImport {
  private let connection: Connection
  private let batch: Int64
  private let now: Date
  private var people: [String: Int64] = [:]
  /// The numbers of corrections whose corrected workouts come later in the file, or not at all.
  private var corrections: [UUID: [Int64]] = [:]
  /// The IDs of challenges that differ from the stored ones.
  private var otherChallenges: Set<String> = []

  /// The number of items that were added.
  public private(set) var addedCount = 0
  /// The number of items that the database already had.
  public private(set) var existingCount = 0
  /// The first refused items with their lines.
  public private(set) var refusals = ProblemList<TextError>()

  private struct Refusal: Error {
    var reason = "this is not an item of an export"
  }

  /// Creates an import.
  ///
  /// - Parameter number: The number of the import, as ``ImportStore/begin(file:format:at:)`` returns it.
  public init(into connection: Connection, for number: Int64, at now: Date) {
    (self.connection, batch, self.now) = (connection, number, now)
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - json: The JSON of the item, which can be any bytes.
  ///   - line: The line of the item, for ``refusals``.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the database, and O(m) in the item.
  public mutating func add(_ json: Data, line: Int) throws {
    do {
      if try addItem(json) { addedCount += 1 } else { existingCount += 1 }
    } catch let refusal as Refusal {
      refusals.append(TextError(line: line, refusal.reason))
    }
  }

  /// Adds an item, and returns whether it is new.
  private mutating func addItem(_ json: Data) throws -> Bool {
    let item = try decode(JSONText.self, json)
    switch ExportItem.Kind(rawValue: item["type"]?.string ?? "") {
    case .person: return try addPerson(item)
    case .challenge: return try addChallenge(item, decode(ChallengeRecord.self, json))
    case .exercise: return try addExercise(item, decode(ExerciseSettingsRecord.self, json))
    case .plan: return try addPlan(item, decode(PlanRecord.self, json))
    case .workout: return try addWorkout(item)
    case nil: throw Refusal()
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: Data) throws -> Value {
    do { return try JSONDecoder().decode(type, from: json) } catch { throw Refusal() }
  }

  /// Refuses an item that an export would write differently.
  private func check(_ item: JSONText, _ isValid: Bool = true, is written: JSONText) throws {
    guard isValid, try item.text == decode(JSONText.self, Data(written.text.utf8)).text else {
      throw Refusal(reason: "this item has a value or a member that Ladder does not write")
    }
  }

  /// Inserts a row, and returns whether it is new. Refuses a row that differs from the stored one.
  private func insert<Record: Codable & Equatable>(
    _ record: Record, into table: SQL, with others: KeyValuePairs<String, SQLValue>, name: String,
    stored sql: SQL, _ key: [SQLValue]
  ) throws -> Bool {
    try connection.insert(record, into: table, with: others, onConflict: "DO NOTHING")
    if connection.changedRowCount > 0 { return true }
    var stored: Record?
    try connection.forEach(sql, key) { stored = try $0.decode(Record.self) }
    guard stored == record else {
      throw Refusal(reason: "\(name) differs from the stored one, which is unchanged")
    }
    return false
  }

  // MARK: - People

  private mutating func rowID(of text: String) throws -> Int64 {
    if let id = people[text] { return id }
    let id = try connection.people.findOrCreateRowID(of: personName(text), import: batch)
    people[text] = id
    return id
  }

  private func personName(_ text: String) throws -> PersonName {
    guard let name = PersonName(text), name.text == text else {
      throw Refusal(reason: "\(text.quoted) is not a valid name for a person")
    }
    return name
  }

  private mutating func addPerson(_ item: JSONText) throws -> Bool {
    let name = item["name"]?.string ?? ""
    let former = (item["former_names"]?.elements ?? []).compactMap(\.string)
    try check(item, is: ExportItem.person(name, formerNames: former))
    let isNew = try connection.people.rowID(of: personName(name)) == nil
    let id = try rowID(of: name)
    for name in try former.map(personName) {
      let owner = try connection.people.rowID(of: name)
      guard owner ?? id == id else {
        throw Refusal(reason: "\(name.text.quoted) already belongs to another person here")
      }
      guard owner == nil else { continue }
      try connection.run(
        "INSERT INTO former_names (name, person, import) VALUES (?, ?, ?)", .text(name.text),
        .integer(id), .integer(batch))
    }
    return isNew
  }

  // MARK: - Challenges, exercises and plans

  private mutating func addChallenge(_ item: JSONText, _ record: ChallengeRecord) throws -> Bool {
    guard let challenge = record.challenge, challenge.id.isCustom else {
      throw Refusal(reason: "\(record.name.quoted) is not a custom challenge")
    }
    var written = ChallengeRecord(challenge)
    let isDeleted = record.isDeleted == true
    written.isDeleted = isDeleted ? true : nil
    try check(item, is: ExportItem.record(.challenge, written))
    let stored = try connection.first(
      """
      SELECT * FROM own_challenges WHERE id = ?
      ORDER BY is_current DESC, deleted_at DESC, number DESC LIMIT 1
      """, .text(record.id)
    ) { try $0.decode(ChallengeRecord.self).challenge }
    guard stored == nil || stored == challenge else {
      otherChallenges.insert(record.id)
      throw Refusal(reason: "\(record.name.quoted) differs from the stored one, which is unchanged")
    }
    guard stored == nil else { return false }
    try connection.insert(
      ChallengeRecord(challenge), into: "own_challenges",
      with: [
        "is_current": .integer(isDeleted ? 0 : 1), "import": .integer(batch),
        "deleted_at": isDeleted ? .integer(now.millisecondsSince1970) : .null,
      ])
    // The database may already have workouts of this challenge.
    try connection.workouts.recomputeTotals(in: challenge)
    let people = try connection.all(
      """
      SELECT id FROM people p WHERE EXISTS (
        SELECT 1 FROM workouts WHERE person = p.id AND challenge = ? AND deleted_at IS NULL)
      """, .text(record.id)
    ) { $0.integer("id") }
    for person in people { try connection.leaderboard.recomputeBests(of: person, in: challenge.id) }
    return true
  }

  private mutating func addExercise(
    _ item: JSONText, _ record: ExerciseSettingsRecord
  ) throws -> Bool {
    let rule = record.rule
    var record = ExerciseSettingsRecord(
      record.settings, of: record.exercise, newName: record.newName)
    record.rule = rule
    let user = item["user"]?.string ?? ""
    try check(
      item, record.subject.map(record.isValid) == true,
      is: ExportItem.record(.exercise, record, [("user", .string(user))]))
    let person = SQLValue.integer(try rowID(of: user))
    let key = SQLValue.text(record.exercise.nameKey)
    return try insert(
      record, into: "exercise_settings",
      with: ["person": person, "key": key, "import": .integer(batch)],
      name: record.exercise.quoted,
      stored: "SELECT * FROM exercise_settings WHERE person = ? AND key = ?", [person, key])
  }

  private mutating func addPlan(_ item: JSONText, _ plan: PlanRecord) throws -> Bool {
    let sessions = (item["sessions"]?.elements ?? []).map { session in
      (
        number: session["session"]?.integer ?? 0,
        record: PlanSessionRecord(
          sets: session["sets"]?.integer ?? 0, day: session["day"]?.integer ?? 0,
          isDone: session["is_done"]?.text == "true")
      )
    }
    let user = item["user"]?.string ?? ""
    var written = plan.plan.map(PlanRecord.init) ?? plan
    written.endedAt = plan.endedAt?.clamped(to: WorkoutRecord.times)
    let isValid =
      plan.isValid(for: JournalSubject(plan.id)) && sessions.allSatisfy(\.record.isValid)
      && Set(sessions.map(\.number)).count == sessions.count
    try check(item, isValid, is: ExportItem.plan(written, sessions: sessions, of: user))
    // A challenge has at most one active plan.
    let isNew = try insert(
      plan, into: "plans", with: ["person": .integer(rowID(of: user)), "import": .integer(batch)],
      name: "the plan of \(plan.challenge.quoted)",
      stored: "SELECT * FROM plans WHERE id = ?", [.uuid(plan.id)])
    guard isNew else { return false }
    let row = connection.lastInsertedRowID
    for (number, record) in sessions {
      try connection.insert(
        record, into: "plan_sessions", with: ["plan": .integer(row), "session": .integer(number)])
    }
    return true
  }

  // MARK: - Workouts

  private mutating func addWorkout(_ item: JSONText) throws -> Bool {
    let user = item["user"]?.string ?? ""
    guard let record = item.workoutRecord, record.isValid, let workout = record.workout(by: user)
    else { throw Refusal(reason: "the ID, the start or the log of this workout is invalid") }
    guard !otherChallenges.contains(record.challenge) else {
      throw Refusal(reason: "its challenge \(record.challenge.quoted) differs from the stored one")
    }
    let deletedAt = item["deleted_at"]?.integer?.clamped(to: WorkoutRecord.times)
    // Days may begin at any time where the export was written.
    let dayStart = [DayStart.midnight, .latest].first {
      CivilDate(daysSince1970: $0.day(of: workout)).text == item["day"]?.string
    }
    try check(
      item,
      is: ExportItem.workout(
        workout, challengeName: item["challenge_name"]?.string ?? "", dayStart ?? .midnight,
        correcting: record.corrects, deletedAt: deletedAt))
    let person = try rowID(of: user)
    let corrected = try record.corrects.flatMap { id in
      try connection.first(
        "SELECT number FROM workouts WHERE id = ? AND person = ?", .uuid(id), .integer(person)
      ) { $0.integer(0) }
    }
    let row = try connection.workouts.insert(
      workout, by: person, replacing: corrected, deletedAt: deletedAt, import: batch)
    guard let row else {
      let stored = try connection.first(
        "SELECT * FROM workouts WHERE id = ? AND person = ?", .uuid(record.id), .integer(person)
      ) { WorkoutRecord(try $0.workout()) }
      guard stored == WorkoutRecord(workout) else {
        let id = "\(record.id)".lowercased().quoted
        throw Refusal(reason: "\(id) differs from the stored one, which is unchanged")
      }
      return false
    }
    // Links corrections that came earlier in the file, unless this is a correction, too: links must not form a cycle.
    for correction in corrections.removeValue(forKey: record.id) ?? [] where corrected == nil {
      try connection.run(
        "UPDATE workouts SET replaces = ? WHERE number = ? AND person = ?", .integer(row),
        .integer(correction), .integer(person))
    }
    if let id = record.corrects, corrected == nil { corrections[id, default: []].append(row) }
    return true
  }
}

extension JSONText {
  /// The record of a workout; `nil` without an ID, a start or a log.
  fileprivate var workoutRecord: WorkoutRecord? {
    guard let id = self["id"]?.string.flatMap(UUID.init), let challenge = self["challenge"]?.string,
      let start = self["started_at"]?.string.flatMap({ Date(iso8601: $0) }),
      let log = self["log"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    let figures = [
      self["rpe"].map { "rpe\($0.text)" }, self["body_weight"]?.string, self["distance"]?.string,
      self["kilocalories"].map { "\($0.text)kcal" },
    ].compactMap(\.self)
    return WorkoutRecord(
      id: id, challenge: challenge, startedAt: start.millisecondsSince1970,
      utcOffset: self["utc_offset"]?.integer ?? 0, note: self["note"]?.string,
      figures: figures.joined(separator: " "), log: log,
      corrects: self["corrects"]?.string.flatMap(UUID.init))
  }
}
