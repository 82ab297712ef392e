import Clients
import FoundationEssentials
import Models
import SQLite

/// A redactor, which copies a database without personal data.
struct DatabaseRedactor {
  private let source: Connection

  /// Creates a redactor for the database `source`.
  init(of source: Connection) { self.source = source }

  /// Returns an in-memory copy without personal data.
  ///
  /// Only the columns named here are copied into a new database, each in a form that cannot contain a person's
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
      let pseudonyms = try ChallengePseudonyms(source)
      try copy.write {
        try copyPeople(to: copy)
        try copyCustomChallenges(to: copy, pseudonyms)
        try copyWorkouts(to: copy, pseudonyms)
        try copyUnfinished(to: copy, pseudonyms)
        try copyBests(to: copy, pseudonyms)
        try copyPlans(to: copy, pseudonyms)
        try copyStrength(to: copy)
        try AggregateStore(copy).fillEmptyTables()
      }
    }
    copy.setTriggersEnabled(true)
    return copy
  }

  private func copyPeople(to copy: Connection) throws {
    try source.forEach("SELECT id FROM people") { row in
      try copy.run(
        "INSERT INTO people (id, name) VALUES (?1, 'Person ' || ?1)", .integer(row.integer(0)))
    }
  }

  private func copyCustomChallenges(to copy: Connection, _ pseudonyms: ChallengePseudonyms) throws {
    try source.forEach(
      """
      SELECT number, id, kind, scored_by, amount, rounds, is_current, deleted_at FROM own_challenges
      """
    ) { row in
      let scoredBy = ["reps", "time"].contains(row.text(3)) ? row.text(3) : "hold"
      try copy.run(
        """
        INSERT INTO own_challenges
          (number, id, name, kind, scored_by, amount, how, rounds, is_current, deleted_at)
        VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, ?)
        """,
        .integer(row.integer(0)), .text(pseudonyms.key(row.text(1))),
        .text(pseudonyms.name(row.text(1))),
        .text((Challenge.Kind(rawValue: row.text(2)) ?? .core).rawValue), .text(scoredBy),
        .integer(row.integer(4)), .text(redactedRounds(row.text(5))),
        .integer(row.integer(6)), row.integerOrNull(7))
    }
  }

  /// Returns stored rounds without the names of exercises.
  private func redactedRounds(_ text: String) -> String {
    (try? Routine(text)?.renamingExercises { _ in "exercise" })?.text ?? ""
  }

  private func copyWorkouts(to copy: Connection, _ pseudonyms: ChallengePseudonyms) throws {
    try source.forEach(
      """
      SELECT number, id, person, challenge, started_at, duration_ms, reps, rep_log, deleted_at,
        replaces, skip_log, provenance, pause_log, counts
      FROM workouts
      """
    ) { row in
      try copy.run(
        """
        INSERT INTO workouts
          (number, id, person, challenge, started_at, duration_ms, reps, rep_log, deleted_at,
          replaces, day, skip_log, provenance, pause_log, counts, utc_offset)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """,
        .integer(row.integer(0)), .uuid(try row.uuid(1)), .integer(row.integer(2)),
        .text(pseudonyms.key(row.text(3))), .integer(row.integer(4)), .integer(row.integer(5)),
        .integer(row.integer(6)), row.logBytes(7), row.integerOrNull(8), row.integerOrNull(9),
        .integer(row.integer(4).flooredDivision(by: 86_400_000)), .skipLog(row.skipLog(10)),
        .integer(row.integer(11)), .pauseLog(row.pauseLog(12)), .integer(row.integer(13)))
    }
  }

  /// Copies the unfinished workouts, except those of running processes, which are never offered to resume.
  private func copyUnfinished(to copy: Connection, _ pseudonyms: ChallengePseudonyms) throws {
    var people: [String: Int64] = [:]
    try source.forEach("SELECT name, id FROM people") { people[$0.text(0)] = $0.integer(1) }
    try source.forEach(
      """
      SELECT id, person, challenge, started_at, elapsed_ms, rep_log, kept_at, purpose, ghost,
        ghost_log, coalesce(owner, ''), skip_log, provenance, pause_log
      FROM unfinished
      """
    ) { row in
      let owner = ProcessIdentity(text: row.text(10))
      guard owner == .current || !owner.isKnownToBeRunning else { return }
      // A ghost under a former name cannot be found by name.
      let ghost =
        [Ghost.yourBest, Ghost.yourLiveBest].contains(row.text(8))
        ? row.text(8) : people[row.text(8)].map { "Person \($0)" } ?? "somebody"
      var purpose = WorkoutDraft.Purpose(text: row.text(7))
      // It names exercises.
      if case .routine = purpose { purpose = nil }
      try copy.run(
        """
        INSERT INTO unfinished
          (id, person, challenge, started_at, elapsed_ms, rep_log, kept_at, purpose, ghost,
          ghost_log, skip_log, provenance, pause_log, utc_offset, is_paused)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
        """,
        .uuid(try row.uuid(0)), .integer(row.integer(1)), .text(pseudonyms.key(row.text(2))),
        .integer(row.integer(3)), .integer(row.integer(4)), row.logBytes(5),
        .integer(row.integer(6)),
        .text(purpose?.text),
        row.isNull(8) ? .null : .text(ghost), row.isNull(9) ? .null : row.logBytes(9),
        .skipLog(row.skipLog(11)), .integer(row.integer(12)), .pauseLog(row.pauseLog(13)))
    }
  }

  private func copyBests(to copy: Connection, _ pseudonyms: ChallengePseudonyms) throws {
    try source.forEach(
      """
      SELECT challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout FROM bests
      """
    ) { row in
      try copy.run(
        """
        INSERT INTO bests
          (challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .text(pseudonyms.key(row.text(0))), .integer(row.integer(1)), .integer(row.integer(2)),
        .integer(row.integer(3)), .integer(row.integer(4)), .integer(row.integer(5)),
        .integer(row.integer(6)), .integer(row.integer(7)))
    }
  }

  /// Copies the sets and the settings of exercises with numbers instead of the names of exercises, and without notes.
  private func copyStrength(to copy: Connection) throws {
    var numbers: [String: Int] = [:]
    func pseudonym(_ exercise: String) -> String {
      let key = exercise.nameKey
      let number = numbers[key] ?? numbers.count + 1
      numbers[key] = number
      return "Exercise \(number)"
    }
    try source.forEach(
      """
      SELECT workout, number, person, exercise, done_at, entry FROM strength_sets
      ORDER BY workout, number
      """
    ) { row in
      guard var set = try? SetEntry(text: row.text(5), unit: nil) else { return }
      set.note = nil
      let exercise = pseudonym(row.text(3))
      try copy.run(
        """
        INSERT INTO strength_sets (workout, number, person, exercise, key, done_at, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(try row.uuid(0)), .integer(row.integer(1)), .integer(row.integer(2)),
        .text(exercise), .text(exercise.nameKey), .integer(row.integer(4)), .text(set.text))
    }
    try source.forEach(
      """
      SELECT person, exercise, rule, new_name, unit FROM exercise_settings
      WHERE rule IS NOT NULL OR new_name IS NOT NULL OR unit IS NOT NULL
      """
    ) { row in
      let rule = row.isNull(2) ? nil : try? ProgressionRule(text: row.text(2))
      let newName = row.isNull(3) ? nil : pseudonym(row.text(3))
      let unit = row.isNull(4) ? nil : Weight.Unit(rawValue: row.text(4))
      guard rule != nil || newName != nil || unit != nil else { return }
      let exercise = pseudonym(row.text(1))
      try copy.run(
        """
        INSERT OR IGNORE INTO exercise_settings (person, key, exercise, rule, new_name, unit)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .integer(row.integer(0)), .text(exercise.nameKey), .text(exercise), .text(rule?.text),
        .text(newName), .text(unit?.rawValue))
    }
  }

  private func copyPlans(to copy: Connection, _ pseudonyms: ChallengePseudonyms) throws {
    try source.forEach(
      """
      SELECT number, id, person, challenge, measure, amount, duration_ms, tested_on, ended_at
      FROM plans
      """
    ) { row in
      try copy.run(
        """
        INSERT INTO plans
          (number, id, person, challenge, measure, amount, duration_ms, tested_on, ended_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(row.integer(0)), .uuid(try row.uuid(1)), .integer(row.integer(2)),
        .text(pseudonyms.key(row.text(3))),
        .text((TestResult.Measure(rawValue: row.text(4)) ?? .reps).rawValue),
        .integer(row.integer(5)), .integer(row.integer(6)), .integer(row.integer(7)),
        row.integerOrNull(8))
    }
    try source.forEach("SELECT plan, session, sets, day, is_done FROM plan_sessions") { row in
      try copy.run(
        "INSERT INTO plan_sessions (plan, session, sets, day, is_done) VALUES (?, ?, ?, ?, ?)",
        .integer(row.integer(0)), .integer(row.integer(1)), .integer(row.integer(2)),
        .integer(row.integer(3)), .integer(row.integer(4)))
    }
  }
}

extension Row {
  fileprivate func integerOrNull(_ column: Int32) -> SQLValue {
    isNull(column) ? .null : .integer(integer(column))
  }

  /// Returns the bytes of a log, or none if they are not a valid log.
  fileprivate func logBytes(_ column: Int32) -> SQLValue {
    .bytes(withBytes(column) { RepLog(bytes: $0) == nil ? [] : Array($0) })
  }
}

/// The pseudonyms of custom challenges, whose keys are derived from their names.
///
/// The numbers follow the order of the keys, because lists are sorted by key and a recorded session selects by
/// position. Other unknown keys come after those of custom challenges.
private struct ChallengePseudonyms {
  private var numbers: [String: Int] = [:]

  /// Creates pseudonyms for all challenges in a database that are not built in.
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
}
