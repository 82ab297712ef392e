import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Changes of workouts, which update the bests.
extension StorageSession {
  /// Records workouts in the member's group, and updates the member's bests.
  ///
  /// Workouts with the same reps count as one, even if their IDs differ. A workout replaces an earlier copy by the
  /// member, for example after a correction, but not a workout of another member, or one that an owner has removed.
  ///
  /// - Parameter maxSize: The maximum sum of ``ScoredWorkout/storedSize`` of the member's workouts.
  /// - Returns: The outcome for each workout. A known workout changes nothing.
  /// - Throws: ``AccountRefusal`` if the member's workouts would exceed the limit; nothing has changed.
  public func record(
    _ workouts: [ScoredWorkout], by member: Int64, in group: Group.ID,
    maxSize: Int64 = ScoredWorkout.maxTotalSize
  ) throws -> [RecordingOutcome] {
    guard !workouts.isEmpty else { return [] }
    try createBoards(for: workouts, in: group)
    // The order is fixed, so that two members who send the same IDs do not wait for each other.
    let order = workouts.indices.sorted {
      workouts[$0].workout.id.uuidString < workouts[$1].workout.id.uuidString
    }
    let readSize = Statement(
      "SELECT workouts_size FROM members WHERE number = $1 AND removed_at IS NULL", .integer(member)
    )
    let (outcomes, boards) = try database.write { connection, changes in
      // A member's transactions wait for each other, so that each compares its results with the latest bests.
      lock(member, on: connection)
      var isMember = false
      var size: Int64 = 0
      var outcomes = [RecordingOutcome](repeating: .known, count: workouts.count)
      var boards: Set<Int64> = []
      func insert(_ order: [Int]) throws {
        let statements = order.flatMap { index in
          [
            Self.insert(workouts[index], by: member),
            Self.insertBests(of: workouts[index].workout.id, by: member),
          ]
        }
        try connection.run([readSize] + statements) { index, row in
          guard index > 0 else {
            isMember = true
            return size = try row.integer("workouts_size")
          }
          let workout = order[(index - 1) / 2]
          guard index.isMultiple(of: 2) else { return outcomes[workout] = .recorded }
          boards.insert(try row.integer("board"))
          changes.insert(
            .board(group, Challenge.ID(rawValue: workouts[workout].workout.challenge)))
        }
      }
      try insert(order)
      guard isMember else { throw Self.memberRemoved }
      var conflicting = order.filter { outcomes[$0] == .known }
      if !conflicting.isEmpty {
        // A removed person who has joined again may publish the same workouts.
        var freed: [Int] = []
        let deletions = conflicting.map { Self.deleteOfRemovedMember(workouts[$0], for: member) }
        try connection.run(deletions) { index, _ in freed.append(conflicting[index]) }
        if !freed.isEmpty { try insert(freed) }
        conflicting = conflicting.filter { outcomes[$0] == .known }
      }
      var replaced: [(index: Int, workout: UUID)] = []
      if !conflicting.isEmpty {
        try connection.run(conflicting.map { Self.copies(of: workouts[$0], by: member) }) {
          let index = conflicting[$0]
          guard try $1.integer("member") == member else { return outcomes[index] = .copied }
          guard try !$1.boolean("is_removed") else { return outcomes[index] = .removed }
          replaced.append((index, try $1.uuid("id")))
        }
      }
      for (index, workout) in replaced {
        _ = try delete(workout, by: member, in: group, on: connection, &changes)
        // The insertion also reads the size again, which no longer includes the replaced workout.
        try insert([index])
      }
      let newSize = zip(workouts, outcomes).reduce(0) {
        $1.1 == .recorded ? $0 + $1.0.storedSize : $0
      }
      guard newSize == 0 || size + newSize <= maxSize else { throw AccountRefusal.workoutsTooLarge }
      try connection.queue(
        "UPDATE members SET workouts_size = workouts_size + $1 WHERE number = $2",
        .integer(newSize), .integer(member))
      return (outcomes, boards)
    }
    database.mergeSomeScoreChanges(of: boards)
    return outcomes
  }

  /// Returns the statement that deletes the copy of a workout that a removed member of the same group has recorded.
  private static func deleteOfRemovedMember(_ scored: ScoredWorkout, for member: Int64) -> Statement
  {
    Statement(
      """
      DELETE FROM workouts WHERE (id = $1 OR fingerprint = $2)
        AND in_group = (SELECT in_group FROM members WHERE number = $3)
        AND member IN (SELECT number FROM members WHERE removed_at IS NOT NULL) RETURNING number
      """, .uuid(scored.workout.id), .bytes(scored.fingerprint), .integer(member))
  }

  /// Returns the statement that finds a workout with the same reps but another ID, unless the given ID is known.
  private static func copies(of scored: ScoredWorkout, by member: Int64) -> Statement {
    Statement(
      """
      SELECT w.id, w.member, w.removed_at IS NOT NULL AS is_removed
      FROM members m JOIN workouts w ON w.in_group = m.in_group
      WHERE m.number = $1 AND w.fingerprint = $2 AND NOT EXISTS (
        SELECT 1 FROM workouts k WHERE k.in_group = m.in_group AND k.id = $3)
      """, .integer(member), .bytes(scored.fingerprint), .uuid(scored.workout.id))
  }

  private static func insert(_ scored: ScoredWorkout, by member: Int64) -> Statement {
    let workout = scored.workout
    return Statement(
      """
      INSERT INTO workouts (id, in_group, member, challenge, started_at, provenance, log, fingerprint,
        week, rank_key, achieved_at, reps, score_ms)
      SELECT $1, in_group, number, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
      FROM members WHERE number = $12
      ON CONFLICT DO NOTHING RETURNING number
      """,
      .uuid(workout.id), .text(workout.challenge),
      .integer(workout.startedAt.millisecondsSince1970), .text(scored.provenance.rawValue),
      .bytes(Array(workout.log)), .bytes(scored.fingerprint),
      .integer(scored.week.number),
      .integer(scored.score.rankKey), .integer(scored.achievedAt.millisecondsSince1970),
      .integer(Int64(scored.score.reps)), .integer(scored.score.duration.wholeMilliseconds),
      .integer(member))
  }

  /// Returns the statement that records a workout as the member's best, of all time and of its week, unless the current
  /// best is better, or equal and earlier.
  private static func insertBests(of workout: UUID, by member: Int64) -> Statement {
    Statement(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT b.number, w.member, w.rank_key, w.achieved_at, w.number
      FROM members m JOIN groups g ON g.number = m.in_group
        JOIN present_workouts w ON w.in_group = g.number AND w.member = m.number
        JOIN boards b ON b.in_group = g.number AND b.challenge = w.challenge
          AND b.week IN (0, w.week)
      WHERE w.id = $1 AND m.number = $2 AND (g.counting = 'all' OR w.provenance = 'live')
      ON CONFLICT (board, member) DO UPDATE SET rank_key = excluded.rank_key,
        achieved_at = excluded.achieved_at, workout = excluded.workout
      WHERE (excluded.rank_key, excluded.achieved_at) < (bests.rank_key, bests.achieved_at)
      RETURNING board
      """, .uuid(workout), .integer(member))
  }

  /// Creates missing leaderboards for workouts.
  private func createBoards(for workouts: [ScoredWorkout], in group: Group.ID) throws {
    let boards = Set(
      workouts.flatMap { scored in
        [nil, scored.week].map { week in
          Board(
            group: group, challenge: Challenge.ID(rawValue: scored.workout.challenge), week: week)
        }
      })
    // The order is fixed, so that transactions that create the same leaderboards do not deadlock.
    let missing = boards.filter { storage.boardNumbers[$0] == nil }.sorted {
      ($0.challenge.rawValue, $0.weekNumber) < ($1.challenge.rawValue, $1.weekNumber)
    }
    guard !missing.isEmpty else { return }
    let numbers = try database.write { connection, _ in
      for board in missing {
        try connection.queue(
          """
          INSERT INTO boards (in_group, challenge, week)
          SELECT number, $1, $2 FROM groups WHERE id = $3 ON CONFLICT DO NOTHING
          """,
          .text(board.challenge.rawValue), .integer(board.weekNumber), .text(group.rawValue))
      }
      var numbers: [Board: Int64] = [:]
      try connection.run(missing.map(Self.number)) { index, row in
        numbers[missing[index]] = try row.integer("number")
      }
      return numbers
    }
    for (board, number) in numbers { storage.boardNumbers[board] = number }
  }

  // MARK: - Withdrawals

  /// Deletes a member's workout. If it was the member's best, the next best that counts replaces it.
  ///
  /// - Returns: False if the member has no such workout in the group.
  /// - Complexity: O(log n), and O(w) in the member's workouts of the challenge.
  public func withdraw(_ workout: UUID, by member: Int64, in group: Group.ID) throws -> Bool {
    try database.write { connection, changes in
      // The member is locked before the bests are read, because another transaction of the member could replace them.
      lock(member, on: connection)
      return try delete(workout, by: member, in: group, on: connection, &changes)
    }
  }

  private func delete(
    _ workout: UUID, by member: Int64, in group: Group.ID, on connection: any StorageConnection,
    _ changes: inout Set<StorageChange>
  ) throws -> Bool {
    try withoutBests(of: workout, by: member, in: group, on: connection, &changes) { number, size in
      try connection.queue("DELETE FROM workouts WHERE number = $1", number)
      try connection.queue(
        "UPDATE members SET workouts_size = workouts_size - $1 WHERE number = $2",
        .integer(size), .integer(member))
    }
  }

  /// Removes a result from the leaderboards. It is deleted after ``Removal/period``, and its reps can't be published again.
  ///
  /// - Returns: False if the group has no such result.
  public func removeResult(_ workout: UUID, in group: Group.ID, now: Date) throws -> Bool {
    try database.write { connection, changes in
      try deleteExpired(at: now, on: connection)
      let member = try connection.first(
        """
        SELECT w.member FROM present_workouts w JOIN groups g ON g.number = w.in_group
        WHERE w.id = $1 AND g.id = $2
        """, .uuid(workout), .text(group.rawValue)
      ) { try $0.integer("member") }
      guard let member else { return false }
      lock(member, on: connection)
      return try withoutBests(of: workout, by: member, in: group, on: connection, &changes) {
        number, _ in
        try connection.queue(
          "UPDATE workouts SET removed_at = $1 WHERE number = $2",
          .integer(now.millisecondsSince1970), number)
      }
    }
  }

  /// Restores a removed result.
  ///
  /// - Returns: False if the group has no such removed result.
  public func restoreResult(_ workout: UUID, in group: Group.ID) throws -> Bool {
    try database.write { connection, changes in
      let found = try connection.first(
        """
        UPDATE workouts SET removed_at = NULL WHERE id = $1 AND removed_at IS NOT NULL
          AND in_group = (SELECT number FROM groups WHERE id = $2) AND length(log) > 0
        RETURNING member, challenge
        """, .uuid(workout), .text(group.rawValue)
      ) { (member: try $0.integer("member"), challenge: try $0.text("challenge")) }
      guard let found else { return false }
      lock(found.member, on: connection)
      try connection.queue(Self.insertBests(of: workout, by: found.member))
      changes.insert(.board(group, Challenge.ID(rawValue: found.challenge)))
      return true
    }
  }

  /// Calls `remove` with the number and the ``ScoredWorkout/storedSize`` of a member's workout. If it was the member's
  /// best, the next best that counts replaces it.
  ///
  /// - Returns: False if the member has no such workout in the group.
  private func withoutBests(
    of workout: UUID, by member: Int64, in group: Group.ID, on connection: any StorageConnection,
    _ changes: inout Set<StorageChange>, _ remove: (_ number: Value, _ size: Int64) throws -> Void
  ) throws -> Bool {
    let found = try connection.first(
      """
      SELECT w.number, w.challenge, length(w.log) AS size
      FROM present_workouts w JOIN groups g ON g.number = w.in_group
      WHERE w.id = $1 AND w.member = $2 AND g.id = $3
      """, .uuid(workout), .integer(member), .text(group.rawValue)
    ) {
      (
        number: Value.integer(try $0.integer("number")), challenge: try $0.text("challenge"),
        size: ScoredWorkout.storedSize(ofLog: try $0.count("size"))
      )
    }
    guard let (number, challenge, size) = found else { return false }
    let boards = try connection.all("DELETE FROM bests WHERE workout = $1 RETURNING board", number)
    {
      try $0.integer("board")
    }
    try remove(number, size)
    for board in boards { try restoreBest(of: member, onBoard: board, on: connection) }
    if !boards.isEmpty { changes.insert(.board(group, Challenge.ID(rawValue: challenge))) }
    return true
  }

  /// Records the best of a member's workouts that count on a leaderboard where the member has no entry.
  func restoreBest(
    of member: Int64, onBoard board: Int64, on connection: any StorageConnection
  ) throws {
    // If workouts are equal, the one recorded first is the best, as in `record`.
    try connection.queue(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT b.number, w.member, w.rank_key, w.achieved_at, w.number
      FROM boards b JOIN groups g ON g.number = b.in_group
        JOIN present_workouts w ON w.challenge = b.challenge AND b.week IN (0, w.week)
      WHERE b.number = $1 AND w.member = $2 AND (g.counting = 'all' OR w.provenance = 'live')
      ORDER BY w.rank_key, w.achieved_at, w.number LIMIT 1
      """, .integer(board), .integer(member))
  }

  // MARK: - Rules of a group

  /// Changes the name and the rules of a group.
  ///
  /// If its time zone, week start or counting rule changes, its leaderboards are recomputed from the recorded workouts.
  /// Workouts that do not count are kept, because the rule may change again.
  ///
  /// - Parameter week: Returns the week of a workout that started at a time.
  /// - Returns: False if the group does not exist.
  /// - Complexity: O(n log n) in the workouts of the group if the leaderboards change, otherwise O(1).
  public func update(_ group: Group, week: (Date) -> Week) throws -> Bool {
    let id = Value.text(group.id.rawValue)
    return try database.write(.long) { connection, changes in
      // No member of the group can record data until the transaction ends.
      connection.lock(
        """
        SELECT m.number FROM members m JOIN groups g ON g.number = m.in_group WHERE g.id = $1
        ORDER BY m.number FOR NO KEY UPDATE OF m
        """, id)
      guard let old = try self.group(group.id, on: connection) else { return false }
      try connection.queue(
        "UPDATE groups SET name = $1, time_zone = $2, week_start = $3, counting = $4 WHERE id = $5",
        .text(group.name), .text(group.timeZone), .text(group.weekStart.rawValue),
        .text(group.counting.rawValue), id)
      changes.insert(.access(group.id))
      if (old.timeZone, old.weekStart) != (group.timeZone, group.weekStart) {
        try setWeeks(in: id, on: connection, week: week)
      } else if old.counting == group.counting {
        return true
      }
      try rebuildBoards(of: id, on: connection)
      changes.formUnion(try boardChanges(of: group.id, on: connection))
      return true
    }
  }

  /// Returns a change for each leaderboard of a group, including those that are now empty.
  func boardChanges(
    of group: Group.ID, on connection: any StorageConnection
  ) throws -> [StorageChange] {
    try connection.all(
      """
      SELECT DISTINCT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = $1
      """, .text(group.rawValue)
    ) { .board(group, Challenge.ID(rawValue: try $0.text("challenge"))) }
  }

  private func setWeeks(
    in group: Value, on connection: any StorageConnection, week: (Date) -> Week
  ) throws {
    var last = Int64.min
    while true {
      let workouts = try connection.all(
        """
        SELECT w.number, w.started_at, w.week
        FROM workouts w JOIN groups g ON g.number = w.in_group
        WHERE g.id = $1 AND w.number > $2 ORDER BY w.number LIMIT 1000
        """, group, .integer(last)
      ) {
        (
          number: try $0.integer("number"), startedAt: try $0.date("started_at"),
          week: try $0.integer("week")
        )
      }
      guard let end = workouts.last?.number else { return }
      last = end
      for workout in workouts {
        let week = week(workout.startedAt).number
        guard week != workout.week else { continue }
        try connection.queue(
          "UPDATE workouts SET week = $1 WHERE number = $2", .integer(week),
          .integer(workout.number))
      }
    }
  }

  private func rebuildBoards(of group: Value, on connection: any StorageConnection) throws {
    try connection.queue(
      """
      DELETE FROM bests WHERE board IN
        (SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group WHERE g.id = $1)
      """, group)
    try connection.queue(
      """
      INSERT INTO boards (in_group, challenge, week)
      SELECT DISTINCT w.in_group, w.challenge, w.week
      FROM workouts w JOIN groups g ON g.number = w.in_group WHERE g.id = $1
      ORDER BY w.challenge, w.week
      ON CONFLICT DO NOTHING
      """, group)
    try connection.queue(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT board, member, rank_key, achieved_at, number FROM (
        SELECT b.number AS board, w.member, w.rank_key, w.achieved_at, w.number, row_number() OVER (
          PARTITION BY b.number, w.member ORDER BY w.rank_key, w.achieved_at, w.number) AS place
        FROM groups g JOIN present_workouts w ON w.in_group = g.number
          JOIN boards b ON b.in_group = g.number AND b.challenge = w.challenge
            AND b.week IN (0, w.week)
        WHERE g.id = $1 AND (g.counting = 'all' OR w.provenance = 'live')) AS results
      WHERE place = 1
      """, group)
  }
}
