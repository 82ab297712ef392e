import Clients
import FoundationEssentials
import Models
import SQLite

/// A database with what a stranger may see of another one.
struct Redaction {
  private let source: Connection

  /// - Parameter source: The database that is copied from.
  init(of source: Connection) { self.source = source }

  /// Returns a database in memory with what a stranger may see of the other one.
  ///
  /// It is a new database, into which only the columns that are named here are copied, each in a form that holds no words
  /// of a person's: numbers, times, identifiers, logs, and texts that are one of Ladder's own. People and their challenges
  /// have numbers for names. Tables that Ladder did not make, the usage log, former names, and the marks of processes are
  /// left out, and the days of workouts are those of UTC.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(size of the database).
  func copy() throws -> Connection {
    let copy = try Connection.inMemory(as: .ladder)
    // Rows come table by table, and what triggers add up is added up at the end.
    try copy.run("PRAGMA foreign_keys = OFF")
    copy.setTriggersEnabled(false)
    try source.read {
      let names = try ChallengeNumbers(source)
      try copy.write {
        try copyPeople(to: copy)
        try copyOwnChallenges(to: copy, names)
        try copyWorkouts(to: copy, names)
        try copyUnfinished(to: copy, names)
        try copyBests(to: copy, names)
        try copyPlans(to: copy, names)
        try SumStore(copy).addUpEmpty()
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

  private func copyOwnChallenges(to copy: Connection, _ names: ChallengeNumbers) throws {
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
        .integer(row.integer(0)), .text(names.key(row.text(1))), .text(names.name(row.text(1))),
        .text((Challenge.Kind(rawValue: row.text(2)) ?? .core).rawValue), .text(scoredBy),
        .integer(row.integer(4)), .text(IntervalPlan(text: row.text(5))?.text ?? ""),
        .integer(row.integer(6)), row.optionalInteger(7))
    }
  }

  private func copyWorkouts(to copy: Connection, _ names: ChallengeNumbers) throws {
    try source.forEach(
      """
      SELECT number, id, person, challenge, started_at, duration_ms, reps, rep_log, deleted_at,
        replaces
      FROM workouts
      """
    ) { row in
      try copy.run(
        """
        INSERT INTO workouts
          (number, id, person, challenge, started_at, duration_ms, reps, rep_log, deleted_at,
          replaces, day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(row.integer(0)), .uuid(try row.uuid(1)), .integer(row.integer(2)),
        .text(names.key(row.text(3))), .integer(row.integer(4)), .integer(row.integer(5)),
        .integer(row.integer(6)), row.logBytes(7), row.optionalInteger(8), row.optionalInteger(9),
        .integer(row.integer(4).flooredDivision(by: 86_400_000)))
    }
  }

  /// Leaves out the workouts of programs that still run: these are never offered.
  private func copyUnfinished(to copy: Connection, _ names: ChallengeNumbers) throws {
    var people: [String: Int64] = [:]
    try source.forEach("SELECT name, id FROM people") { people[$0.text(0)] = $0.integer(1) }
    try source.forEach(
      """
      SELECT id, person, challenge, started_at, elapsed_ms, rep_log, kept_at, purpose, ghost,
        ghost_log, coalesce(owner, '')
      FROM unfinished
      """
    ) { row in
      let owner = ProcessMark(text: row.text(10))
      guard owner == .current || !owner.isAlive else { return }
      // A rival who has another name now has no number.
      let rival =
        row.text(8) == Ghost.yourBest
        ? Ghost.yourBest : people[row.text(8)].map { "Person \($0)" } ?? "somebody"
      try copy.run(
        """
        INSERT INTO unfinished
          (id, person, challenge, started_at, elapsed_ms, rep_log, kept_at, purpose, ghost,
          ghost_log)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .uuid(try row.uuid(0)), .integer(row.integer(1)), .text(names.key(row.text(2))),
        .integer(row.integer(3)), .integer(row.integer(4)), row.logBytes(5),
        .integer(row.integer(6)),
        .text(WorkoutDraft.Purpose(text: row.text(7))?.text),
        row.isNull(8) ? .null : .text(rival), row.isNull(9) ? .null : row.logBytes(9))
    }
  }

  private func copyBests(to copy: Connection, _ names: ChallengeNumbers) throws {
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
        .text(names.key(row.text(0))), .integer(row.integer(1)), .integer(row.integer(2)),
        .integer(row.integer(3)), .integer(row.integer(4)), .integer(row.integer(5)),
        .integer(row.integer(6)), .integer(row.integer(7)))
    }
  }

  private func copyPlans(to copy: Connection, _ names: ChallengeNumbers) throws {
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
        .text(names.key(row.text(3))),
        .text((TestResult.Measure(rawValue: row.text(4)) ?? .reps).rawValue),
        .integer(row.integer(5)), .integer(row.integer(6)), .integer(row.integer(7)),
        row.optionalInteger(8))
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
  fileprivate func optionalInteger(_ column: Int32) -> SQLValue {
    isNull(column) ? .null : .integer(integer(column))
  }

  /// The bytes of a log; none for bytes that are no log.
  fileprivate func logBytes(_ column: Int32) -> SQLValue {
    .bytes(withBytes(column) { RepLog(bytes: $0) == nil ? [] : Array($0) })
  }
}

/// The numbers of challenges that people made: their keys are made of their names.
///
/// Lists are in the order of the keys, and a recorded session chooses by places: the order stays. Any other key that is
/// not in the catalogue has a number behind those.
private struct ChallengeNumbers {
  private var numbers: [String: Int] = [:]

  init(_ connection: Connection) throws {
    let own = try connection.all("SELECT DISTINCT id FROM own_challenges ORDER BY id") {
      $0.text(0)
    }
    let others = try connection.all(
      """
      SELECT challenge FROM workouts UNION SELECT challenge FROM unfinished
      UNION SELECT challenge FROM bests UNION SELECT challenge FROM plans ORDER BY 1
      """
    ) { $0.text(0) }.filter { Catalogue.standard[Challenge.ID(rawValue: $0)] == nil }
    for key in own + others where numbers[key] == nil { numbers[key] = numbers.count + 1 }
  }

  /// The key of the challenge in the copy.
  func key(_ original: String) -> String {
    guard let number = numbers[original] else { return original }
    let digits = String(number)
    return "own-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  func name(_ original: String) -> String { "Challenge \(numbers[original] ?? 0)" }
}
