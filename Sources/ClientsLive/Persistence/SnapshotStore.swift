import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite

/// A store that makes copies of the whole database for sharing.
public struct SnapshotStore {
  let connection: Connection

  /// Returns whether the database has no people and no custom challenges.
  public func isUnused() throws -> Bool {
    try connection.first(
      """
      SELECT NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM own_challenges)
      """
    ) { $0.integer(0) == 1 } ?? true
  }

  /// Writes a copy of the database to a new file that only its owner can read.
  ///
  /// - Parameter isRedacted: Whether personal data is removed, by a ``DatabaseRedactor``.
  /// - Returns: The name of `person` in the copy.
  /// - Throws: ``DatabaseError``, for example if the file already exists.
  /// - Complexity: O(size of the database).
  public func write(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy: Connection
    if isRedacted {
      copy = try DatabaseRedactor(of: connection).redactedCopy()
    } else {
      // Starts empty, because copying sets the page size, which an in-memory database with tables cannot change.
      copy = try Connection(path: ":memory:")
      try connection.copyContents(to: copy)
      try copy.configureAndMigrate(to: .ladder)
    }
    defer { copy.close() }
    let name = isRedacted ? try redactedName(of: person) : person
    try copy.writeCompactCopy(to: path)
    return name
  }

  /// Returns the name of a person in a redacted copy. A person who is not in the database gets the next number.
  private func redactedName(of person: PersonName) throws -> PersonName {
    let number = try connection.people.rowID(of: person)
    let name = try connection.first(
      "SELECT 'Person ' || coalesce(?, max(id) + 1, 1) FROM people",
      number.map { .integer($0) } ?? .null
    ) { PersonName($0.text(0)) }
    return (name ?? nil) ?? person
  }
}

// MARK: - Redaction

/// A redactor, which copies a database without personal data.
struct DatabaseRedactor {
  private let source: Connection

  /// Creates a redactor for the database `source`.
  init(of source: Connection) { self.source = source }

  /// Returns an in-memory copy without personal data.
  ///
  /// Only the values named here are copied into a new database, each in a form that cannot contain a person's
  /// words: numbers, times, identifiers, logs, and texts from Ladder's own lists. People and custom challenges are
  /// numbered instead of named. Unknown tables, the usage log, former names and process identities are omitted, and
  /// workouts get the day in UTC.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(size of the database).
  func redactedCopy() throws -> Connection {
    let copy = try Connection.inMemory(as: .ladder)
    // Rows are copied table by table, and aggregates are computed at the end.
    try copy.run("PRAGMA foreign_keys = OFF")
    copy.setTriggersEnabled(false)
    try source.read {
      let pseudonyms = try Pseudonyms(source)
      try copy.write {
        try copyPeople(to: copy)
        try copyCustomChallenges(to: copy, pseudonyms)
        try copyWorkouts(to: copy, pseudonyms)
        try copyUnfinished(to: copy, pseudonyms)
        try copyBests(to: copy, pseudonyms)
        try copyPlans(to: copy, pseudonyms)
        try copyStrength(to: copy, pseudonyms)
        try copy.aggregates.fillEmptyTables()
      }
    }
    copy.setTriggersEnabled(true)
    return copy
  }

  private func copyPeople(to copy: Connection) throws {
    try source.forEach("SELECT id FROM people") { row in
      try copy.run(
        "INSERT INTO people (id, name) VALUES (?1, 'Person ' || ?1)", .integer(row.integer("id")))
    }
  }

  private func copyCustomChallenges(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    try source.forEach("SELECT * FROM own_challenges ORDER BY number") { row in
      let record = try row.decode(ChallengeRecord.self)
      try copy.insert(
        ChallengeRecord(
          id: pseudonyms.key(record.id), name: pseudonyms.name(record.id),
          kind: (Challenge.Kind(rawValue: record.kind) ?? .core).rawValue,
          scoredBy: ["reps", "time"].contains(record.scoredBy) ? record.scoredBy : "hold",
          amount: record.amount, how: "", rounds: redactedRounds(record.rounds)),
        into: "own_challenges",
        with: [
          "number": .integer(row.integer("number")),
          "is_current": .integer(row.integer("is_current")),
          "deleted_at": .integer(row.integerOrNil("deleted_at")),
        ])
    }
  }

  /// Returns stored rounds without the names of exercises.
  private func redactedRounds(_ text: String) -> String {
    (try? Routine(text)?.renamingExercises { _ in "exercise" })?.text ?? ""
  }

  private func copyWorkouts(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    try source.forEach("SELECT * FROM workouts ORDER BY number") { row in
      let record = try row.decode(WorkoutRecord.self).redacted(pseudonyms)
      var columns = try row.decode(DerivedColumns.self)
      columns.day = record.startedAt.flooredDivision(by: 86_400_000)
      try copy.insert(
        record, columns, into: "workouts",
        with: [
          "number": .integer(row.integer("number")), "person": .integer(row.integer("person")),
          "deleted_at": .integer(row.integerOrNil("deleted_at")),
          "replaces": .integer(row.integerOrNil("replaces")),
        ])
      if let workout = record.workout(by: "") {
        try copy.strength.insertSets(of: workout, by: row.integer("person"))
      }
    }
  }

  /// Copies the unfinished workouts, except those of other running processes: the app never offers to resume these.
  private func copyUnfinished(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    var people: [String: Int64] = [:]
    try source.forEach("SELECT name, id FROM people") { people[$0.text("name")] = $0.integer("id") }
    try source.forEach("SELECT * FROM unfinished ORDER BY id") { row in
      let draft = try row.decode(DraftRecord.self)
      let owner = ProcessIdentity(text: draft.owner ?? "")
      guard owner == .current || !owner.isKnownToBeRunning else { return }
      // A ghost under a former name cannot be found by name.
      let ghost = draft.ghost.map { name in
        [Ghost.yourBest, Ghost.yourLiveBest].contains(name)
          ? name : people[name].map { "Person \($0)" } ?? "somebody"
      }
      var purpose = draft.purpose.flatMap { WorkoutDraft.Purpose(text: $0) }
      // The text of a routine has names of exercises.
      if case .plan = purpose { purpose = nil }
      try copy.insert(
        try row.decode(WorkoutRecord.self).redacted(pseudonyms),
        DraftRecord(
          duration: draft.duration, purpose: purpose?.text, ghost: ghost,
          ghostLog: draft.ghostLog?.redacted(pseudonyms)),
        into: "unfinished",
        with: [
          "person": .integer(row.integer("person")), "kept_at": .integer(row.integer("kept_at")),
        ])
    }
  }

  private func copyBests(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    try source.forEach("SELECT * FROM bests ORDER BY challenge, week, person") { row in
      try copy.run(
        """
        INSERT INTO bests
          (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .text(pseudonyms.key(row.text("challenge"))), .integer(row.integer("week")),
        .integer(row.integer("person")), .integer(row.integer("rank_key")),
        .integer(row.integer("achieved_at")), .integer(row.integer("reps")),
        .integer(row.integer("duration_ms")), .integer(row.integer("workout")))
    }
  }

  /// Copies the settings of exercises, with numbers instead of names and without notes.
  private func copyStrength(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    try source.forEach("SELECT * FROM exercise_settings ORDER BY person, key") { row in
      let record = try row.decode(ExerciseSettingsRecord.self)
      var settings = record.settings
      settings.note = nil
      guard settings != ExerciseSettings() || record.newName != nil else { return }
      let exercise = pseudonyms.exercise(record.exercise)
      try copy.insert(
        ExerciseSettingsRecord(
          settings, of: exercise, newName: record.newName.map(pseudonyms.exercise)),
        into: "exercise_settings",
        with: ["person": .integer(row.integer("person")), "key": .text(exercise.nameKey)],
        onConflict: "DO NOTHING")
    }
  }

  private func copyPlans(to copy: Connection, _ pseudonyms: Pseudonyms) throws {
    try source.forEach("SELECT * FROM plans ORDER BY number") { row in
      let record = try row.decode(PlanRecord.self)
      try copy.insert(
        PlanRecord(
          id: record.id, challenge: pseudonyms.key(record.challenge),
          measure: (TestResult.Measure(rawValue: record.measure) ?? .reps).rawValue,
          amount: record.amount, duration: record.duration, testedOn: record.testedOn,
          endedAt: record.endedAt),
        into: "plans",
        with: [
          "number": .integer(row.integer("number")), "person": .integer(row.integer("person")),
        ])
    }
    try source.forEach("SELECT * FROM plan_sessions ORDER BY plan, session") { row in
      try copy.insert(
        try row.decode(PlanSessionRecord.self), into: "plan_sessions",
        with: ["plan": .integer(row.integer("plan")), "session": .integer(row.integer("session"))])
    }
  }
}

extension WorkoutRecord {
  /// Returns a copy without a person's words and time zone.
  fileprivate func redacted(_ pseudonyms: Pseudonyms) -> WorkoutRecord {
    WorkoutRecord(
      id: id, challenge: pseudonyms.key(challenge), startedAt: startedAt, utcOffset: 0,
      log: log.redacted(pseudonyms))
  }
}

extension Data {
  /// The bytes of the log without the words of its sets; the bytes of an empty log if the log is not valid.
  fileprivate func redacted(_ pseudonyms: Pseudonyms) -> Data {
    let log = workoutLog?.mapSets { exercise, set in
      var set = set
      (set.note, set.body) = (nil, nil)
      return (pseudonyms.exercise(exercise), set)
    }
    return Data((log ?? WorkoutLog()).bytes)
  }
}

/// The pseudonyms of exercises, and of custom challenges, whose keys are derived from their names.
///
/// Challenges are numbered in the order of their keys: lists are sorted by key, and a recorded session selects items
/// by position. Keys of unknown challenges follow those of custom ones. Exercises are numbered in order of appearance.
private final class Pseudonyms {
  private var numbers: [String: Int] = [:]
  private var exercises: [String: Int] = [:]

  /// Creates pseudonyms for all challenges in a database except built-in ones.
  init(_ connection: Connection) throws {
    let customKeys = try connection.all("SELECT DISTINCT id FROM own_challenges ORDER BY id") {
      $0.text(0)
    }
    let otherKeys = try connection.all(
      """
      SELECT challenge FROM workouts UNION SELECT challenge FROM unfinished
      UNION SELECT challenge FROM bests UNION SELECT challenge FROM plans ORDER BY 1
      """
    ) { $0.text(0) }.filter {
      $0 != Challenge.ID.strength.rawValue && Catalogue.standard[Challenge.ID(rawValue: $0)] == nil
    }
    for key in customKeys + otherKeys where numbers[key] == nil { numbers[key] = numbers.count + 1 }
  }

  /// Returns the key of a challenge in the copy.
  func key(_ original: String) -> String {
    guard let number = numbers[original] else { return original }
    let digits = String(number)
    return "own-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the name of a custom challenge in the copy.
  func name(_ original: String) -> String { "Challenge \(numbers[original] ?? 0)" }

  /// Returns the name of an exercise in the copy.
  func exercise(_ original: String) -> String {
    let key = original.nameKey
    let number = exercises[key] ?? exercises.count + 1
    exercises[key] = number
    return "Exercise \(number)"
  }
}
