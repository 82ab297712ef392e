import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of finished workouts and the trash.
public struct WorkoutStore {
  let connection: Connection

  /// Saves a finished workout, updates the bests, and deletes the unfinished workout.
  ///
  /// An impossible workout is saved, too, but has no score.
  ///
  /// - Parameters:
  ///   - note: The person's note, if any.
  ///   - figures: The figures that the person entered.
  /// - Complexity: O(log n) in the saved workouts, and O(r) in the reps or sets.
  public func finish(
    _ draft: WorkoutDraft, note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures(),
    by name: PersonName
  ) throws -> SavedWorkout {
    var workout = draft.workout(by: name.text)
    workout.startedAt = workout.startedAt.roundedToMilliseconds
    workout.note = note
    workout.figures = figures
    var challenge = try connection.challenges.challenge(workout.challenge)
    // A set of a plan has no rounds or rests.
    if case .set = draft.purpose { challenge = challenge?.asSingleSet }
    let score = challenge.flatMap(workout.acceptedScore)
    let previous = try connection.write {
      // A body weight that was typed in the session is a figure of the workout.
      if figures.bodyWeight == nil, let body = workout.sets.last?.set.body,
        try connection.strength.bodyWeight(of: name, on: connection.dayStart.day(of: workout))
          != body
      {
        workout.figures.bodyWeight = body
      }
      let person = try connection.people.findOrCreateRowID(of: name)
      let previous = try connection.leaderboard.bestScore(of: person, in: workout.challenge)
      if try insert(workout, by: person) != nil {
        try connection.strength.saveUnits(of: workout.sets, by: person)
      }
      try connection.unfinished.discard(workout.id)
      return previous
    }
    return SavedWorkout(
      workout: workout, score: score, previousBest: previous,
      impossibilityReason: workout.impossibilityReason(in: challenge))
  }

  /// Inserts a workout and the rows computed from its log, unless its ID exists. Must be called in a transaction.
  ///
  /// - Parameters:
  ///   - old: The number of the workout that this one corrects.
  ///   - deletedAt: The time of the deletion in milliseconds since 1970, for a workout in the trash.
  ///   - batch: The number of the import that adds it, if any.
  /// - Returns: The number of the new workout; `nil` if the ID exists.
  func insert(
    _ workout: Workout, by person: Int64, replacing old: Int64? = nil, deletedAt: Int64? = nil,
    import batch: Int64? = nil
  ) throws -> Int64? {
    try connection.insert(
      WorkoutRecord(workout), connection.challenges.derivedColumns(of: workout), into: "workouts",
      with: [
        "person": .integer(person), "replaces": .integer(old), "deleted_at": .integer(deletedAt),
        "import": .integer(batch),
      ], onConflict: "(id) DO NOTHING")
    guard connection.changedRowCount > 0 else { return nil }
    let number = connection.lastInsertedRowID
    try deriveRows(of: workout, number: number, by: person, isInTrash: deletedAt != nil)
    return number
  }

  /// Writes the rows of other tables that are computed from a workout: its sets and bests. Triggers write the rows that
  /// are computed from its columns and its bests. Must be called in a transaction.
  ///
  /// - Complexity: O(log n), and O(r) in the reps or sets.
  func deriveRows(
    of workout: Workout, number: Int64, by person: Int64, isInTrash: Bool = false
  ) throws {
    try connection.strength.insertSets(of: workout, by: person)
    if !isInTrash {
      try connection.leaderboard.recordBests(of: workout, number: number, by: person)
    }
  }

  // MARK: - Reading

  /// Returns a person's finished workouts, newest first, without deleted ones.
  ///
  /// - Parameters:
  ///   - challenge: The challenge to filter by, or `nil` for all challenges.
  ///   - after: The last workout of the previous page.
  ///   - limit: The maximum number of workouts. If it is not positive, the result is empty.
  /// - Complexity: O(`limit` + log n).
  public func history(
    of name: PersonName, challenge: Challenge.ID? = nil, after: Workout.Cursor? = nil, limit: Int
  ) throws -> [Workout] {
    guard limit > 0 else { return [] }
    return try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      let (startedAt, id) = Self.position(after)
      let found =
        if let challenge {
          try connection.all(
            """
            SELECT * FROM workouts_with_names
            WHERE person = ? AND challenge = ? AND deleted_at IS NULL AND (started_at, id) < (?, ?)
            ORDER BY started_at DESC, id DESC LIMIT ?
            """, .integer(person), .text(challenge.rawValue), startedAt, id,
            .integer(Int64(limit))
          ) { try $0.workout() }
        } else {
          try connection.all(
            """
            SELECT * FROM workouts_with_names
            WHERE person = ? AND deleted_at IS NULL AND (started_at, id) < (?, ?)
            ORDER BY started_at DESC, id DESC LIMIT ?
            """, .integer(person), startedAt, id, .integer(Int64(limit))
          ) { try $0.workout() }
        }
      return try found.map(connection.strength.withNewNames)
    }
  }

  /// Returns the values of a page's position in a list with the newest workouts first.
  static func position(_ cursor: Workout.Cursor?) -> (startedAt: SQLValue, id: SQLValue) {
    guard let cursor else {
      // A position before all workouts: a time that no workout has, and an ID that is never compared.
      return (.integer(.max), .bytes([]))
    }
    return (.integer(cursor.startedAt.millisecondsSince1970), .uuid(cursor.id))
  }

  /// Returns a person's latest workout in a challenge, ignoring impossible workouts and those without a score.
  ///
  /// If the challenge is unknown, a workout needs no score.
  ///
  /// - Complexity: O(k + log n) for k later workouts that do not count.
  package func last(of name: PersonName, in challenge: Challenge.ID) throws -> Workout? {
    let known = try connection.challenges.challenge(challenge)
    var cursor: Workout.Cursor?
    var limit = 1
    while true {
      let page = try history(of: name, challenge: challenge, after: cursor, limit: limit)
      if let last = page.first(where: { $0.isEligible(in: known) }) { return last }
      guard page.count == limit, let end = page.last?.cursor, end != cursor else { return nil }
      (cursor, limit) = (end, 50)
    }
  }

  /// Returns a finished workout of any person.
  ///
  /// - Complexity: O(log n).
  func workout(_ id: Workout.ID) throws -> Workout? {
    try connection.first(
      "SELECT * FROM workouts_with_names WHERE id = ? AND deleted_at IS NULL", .uuid(id)
    ) { try $0.workout() }.map(connection.strength.withNewNames)
  }

  /// Returns finished workouts of any person, with IDs that begin with the given digits.
  ///
  /// - Parameters:
  ///   - digits: At most 32 hexadecimal digits.
  ///   - limit: The maximum number of workouts.
  /// - Complexity: O(log n + limit).
  public func workouts(idPrefix digits: String, limit: Int) throws -> [Workout] {
    func bound(_ digit: String) -> [UInt8] {
      let whole = Array(digits + String(repeating: digit, count: max(0, 32 - digits.utf8.count)))
      return stride(from: 0, to: 32, by: 2).map {
        UInt8(String(whole[$0...($0 + 1)]), radix: 16) ?? 0
      }
    }
    return try connection.all(
      """
      SELECT * FROM workouts_with_names
      WHERE id BETWEEN ? AND ? AND deleted_at IS NULL ORDER BY id LIMIT ?
      """, .bytes(bound("0")), .bytes(bound("f")), .integer(Int64(limit))
    ) { try $0.workout() }.map(connection.strength.withNewNames)
  }

  /// Returns the length of the shortest prefix, in hexadecimal digits, that an ID shares with no other workout's ID.
  ///
  /// The workouts of all people are compared, including deleted ones, so that `undo` makes no printed ID ambiguous.
  ///
  /// - Complexity: O(log n).
  public func uniquePrefixLength(of id: Workout.ID) throws -> Int {
    let neighbors =
      try connection.all(
        "SELECT id FROM workouts WHERE id < ? ORDER BY id DESC LIMIT 1", .uuid(id)
      ) { try $0.uuid("id") }
      + connection.all(
        "SELECT id FROM workouts WHERE id > ? ORDER BY id LIMIT 1", .uuid(id)
      ) { try $0.uuid("id") }
    return neighbors.map { id.hexadecimalDigits(inCommonWith: $0) + 1 }.max() ?? 1
  }

  /// Returns a person's best complete workout in a challenge.
  ///
  /// - Parameter isLiveOnly: Whether it must be a live workout (``Workout/Provenance/isLive``).
  /// - Complexity: O(log n).
  package func best(
    of name: PersonName, in challenge: Challenge.ID, isLiveOnly: Bool = false
  ) throws -> Workout? {
    let board = LeaderboardKey(challenge, isLiveOnly: isLiveOnly)
    return try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return nil }
      return try connection.first(
        """
        SELECT w.* FROM bests b JOIN workouts_with_names w ON w.number = b.workout
        WHERE b.challenge = ? AND b.week = ? AND b.person = ? AND b.rank_key <= ?
        """, board.challenge, board.week, .integer(person), .integer(Score.maxCompleteRankKey)
      ) { try $0.workout() }
    }
  }

  /// Returns a person's best, last and recent results in every challenge they have done. The last result is defined
  /// by ``last(of:in:)``.
  ///
  /// The recursion steps from challenge to challenge along an index, so the cost does not depend on the number of
  /// workouts in a challenge.
  ///
  /// - Parameter maxRecentCount: The number of latest workouts whose scores are the recent results.
  /// - Complexity: O(c · (log n + `maxRecentCount`)) for c challenges and n workouts.
  package func results(
    of name: PersonName, maxRecentCount: Int = 0
  ) throws -> [Challenge.ID: PersonalResults] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [:] }
      let rows = try connection.all(
        """
        WITH RECURSIVE done (challenge) AS (
          SELECT (
            SELECT challenge FROM workouts WHERE person = ?1 AND deleted_at IS NULL
            ORDER BY challenge LIMIT 1)
          UNION ALL
          SELECT (
            SELECT challenge FROM workouts
            WHERE person = ?1 AND deleted_at IS NULL AND challenge > done.challenge
            ORDER BY challenge LIMIT 1)
          FROM done WHERE done.challenge IS NOT NULL
        )
        SELECT b.reps AS best_reps, b.duration_ms AS best_duration, b.rank_key, w.* FROM done
        JOIN workouts_with_names w ON w.number IN (
          SELECT number FROM workouts
          WHERE person = ?1 AND challenge = done.challenge AND deleted_at IS NULL
          ORDER BY started_at DESC, id DESC LIMIT ?2)
        LEFT JOIN bests b
          ON b.challenge = done.challenge AND b.week = 0 AND b.person = ?1 AND b.rank_key <= ?3
        """, .integer(person), .integer(Int64(max(1, maxRecentCount))),
        .integer(Score.maxCompleteRankKey)
      ) { row in
        let best = row.isNull("rank_key") ? nil : row.score("best_reps", "best_duration")
        return (best: best, workout: try row.workout())
      }
      return try Dictionary(grouping: rows, by: \.workout.challenge).compactMapValues { rows in
        let recent = rows.map(\.workout).sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
        let id = recent[0].challenge
        let challenge = try connection.challenges.challenge(id)
        let eligible = recent.filter { $0.isEligible(in: challenge) }
        return try (eligible.first ?? last(of: name, in: id)).map { last in
          PersonalResults(
            best: rows[0].best, last: last,
            recent: challenge.map {
              eligible.prefix(maxRecentCount).reversed().compactMap($0.score)
            } ?? [])
        }
      }
    }
  }

  // MARK: - Checking everything

  /// Recomputes the totals of a challenge's workouts, including those in the trash. Must be called in a transaction.
  ///
  /// - Complexity: O(n) in the workouts and their reps.
  func recomputeTotals(in challenge: Challenge) throws {
    let workouts = try connection.all(
      "SELECT * FROM workouts WHERE challenge = ?", .text(challenge.id.rawValue)
    ) { (number: $0.integer("number"), workout: try? $0.workout()) }
    let dayStart = try connection.dayStart
    for case (let number, let workout?) in workouts {
      try store(DerivedColumns(of: workout, in: challenge, dayStart), of: number)
    }
  }

  /// Stores the columns that are computed from the log.
  ///
  /// - Complexity: O(log n).
  func store(_ columns: DerivedColumns, of number: Int64) throws {
    try connection.run(
      """
      UPDATE workouts SET (day, duration_ms, provenance, reps, counts) = (?1, ?2, ?3, ?4, ?5)
      WHERE number = ?6
        AND (day, duration_ms, provenance, reps, counts) <> (?1, ?2, ?3, ?4, ?5)
      """, .integer(columns.day), .integer(columns.duration), .integer(columns.provenance),
      .integer(columns.reps), .integer(columns.counts ? 1 : 0), .integer(number))
  }

  /// Calls `body` for each workout that is not in the trash, with `nil` if its log cannot be read.
  ///
  /// - Complexity: O(n) in the workouts and their reps.
  func forEach(
    _ body: (_ number: Int64, (workout: Workout, person: Int64)?) throws -> Void
  ) throws {
    var last: Int64 = .min
    while true {
      let page = try connection.all(
        """
        SELECT * FROM workouts WHERE number > ? AND deleted_at IS NULL ORDER BY number LIMIT 500
        """, .integer(last)
      ) { row in
        (
          number: row.integer("number"),
          workout: (try? row.workout()).map { ($0, person: row.integer("person")) }
        )
      }
      for (number, workout) in page { try body(number, workout) }
      guard let end = page.last else { return }
      last = end.number
    }
  }
}

extension Row {
  /// Reads the workout of a row of `workouts`, with the name of its person if the row has it. Exercises have their
  /// original names, even if they were renamed.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt`.
  func workout() throws -> Workout {
    let user = has("user") ? PersonName.displayable(text("user")) : ""
    guard let workout = try decode(WorkoutRecord.self).workout(by: user) else {
      throw corruptionError("a log that cannot be read")
    }
    return workout
  }
}

extension UUID {
  /// Returns the number of leading hexadecimal digits that two IDs have in common.
  fileprivate func hexadecimalDigits(inCommonWith other: UUID) -> Int {
    zip(uuidString, other.uuidString).prefix { $0 == $1 }.count { $0.0 != "-" }
  }
}
