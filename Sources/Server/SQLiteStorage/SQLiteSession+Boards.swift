import FoundationEssentials
import Models
import SQLite
import ServerAPI

extension SQLiteSession {
  func record(_ workouts: [ScoredWorkout], by member: Int64, in group: Group.ID) throws -> [Bool] {
    try write { changes in
      try workouts.map { scored in
        let workout = scored.workout
        try connection.run(
          """
          INSERT INTO workouts
            (id, in_group, member, challenge, started_at, duration_ms, provenance, rep_log,
              skip_log, week, rank_key, achieved_at, reps, score_ms)
          SELECT ?, number, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM groups WHERE id = ?
          ON CONFLICT DO NOTHING
          """,
          .uuid(workout.id), .integer(member), .text(workout.challenge),
          .integer(workout.startedAt.millisecondsSince1970),
          .integer(workout.durationMilliseconds), .text(workout.provenance.rawValue),
          .bytes(Array(workout.repLog)), .bytes(Array(workout.skipLog ?? Data())),
          .integer(scored.week.number),
          .integer(scored.score.rankKey), .integer(scored.achievedAt.millisecondsSince1970),
          .integer(Int64(scored.score.reps)), .integer(scored.score.duration.wholeMilliseconds),
          .text(group.rawValue))
        guard connection.changedRowCount > 0 else { return false }
        let number = connection.lastInsertedRowID
        for week in [nil, scored.week] {
          let board = Board(
            group: group, challenge: Challenge.ID(rawValue: workout.challenge), week: week)
          if try recordBest(of: scored, number: number, by: member, on: board) {
            changes.insert(.board(group, board.challenge))
          }
        }
        return true
      }
    }
  }

  /// Records a score as a member's best unless there is a better or an earlier equal one.
  ///
  /// - Returns: Whether the leaderboard has changed.
  private func recordBest(
    of scored: ScoredWorkout, number: Int64, by member: Int64, on board: Board
  ) throws -> Bool {
    let position = BoardPosition(
      rankKey: scored.score.rankKey, achievedAt: scored.achievedAt, member: member)
    if let old = try line(of: member, on: board) {
      guard (position.rankKey, position.achievedAt) < (old.score.rankKey, old.achievedAt) else {
        return false
      }
    }
    try connection.run(
      """
      INSERT INTO boards (in_group, challenge, week, version)
      SELECT number, ?, ?, 0 FROM groups WHERE id = ? ON CONFLICT DO NOTHING
      """, .text(board.challenge.rawValue), board.weekNumber, .text(board.group.rawValue))
    let boardNumber = try boardNumber(board)
    // Deleted and inserted, because the triggers count rows.
    try connection.run(
      "DELETE FROM bests WHERE board = ? AND member = ?", .integer(boardNumber), .integer(member))
    try connection.run(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout) VALUES (?, ?, ?, ?, ?)
      """,
      .integer(boardNumber), .integer(member), .integer(position.rankKey),
      .integer(position.achievedAt.millisecondsSince1970), .integer(number))
    return true
  }

  func challengesWithEntries(in group: Group.ID) throws -> [Challenge.ID] {
    try connection.all(
      """
      SELECT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = ? AND b.week = 0 AND EXISTS (SELECT 1 FROM bests WHERE board = b.number)
      """, .text(group.rawValue)
    ) { Challenge.ID(rawValue: $0.text(0)) }
  }

  func version(of board: Board) throws -> Int64 {
    try connection.first(
      "SELECT version FROM boards WHERE number = ?", .integer(try boardNumber(board))
    ) { $0.integer(0) } ?? 0
  }

  func lines(of board: Board, after position: BoardPosition?, limit: Int) throws -> [BoardLine] {
    try connection.read {
      let number = try boardNumber(board)
      return try connection.all(
        """
        SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id,
          w.provenance
        FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
        WHERE b.board = ? AND (b.rank_key, b.achieved_at, b.member) > (?, ?, ?)
        ORDER BY b.rank_key, b.achieved_at, b.member LIMIT ?
        """,
        .integer(number), .integer(position?.rankKey ?? Int64.min),
        .integer(position?.achievedAt.millisecondsSince1970 ?? Int64.min),
        .integer(position?.member ?? Int64.min), .integer(Int64(limit))
      ) { try $0.boardLine() }
    }
  }

  func lines(of board: Board, before position: BoardPosition, limit: Int) throws -> [BoardLine] {
    try connection.read {
      let number = try boardNumber(board)
      return try connection.all(
        """
        SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id,
          w.provenance
        FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
        WHERE b.board = ? AND (b.rank_key, b.achieved_at, b.member) < (?, ?, ?)
        ORDER BY b.rank_key DESC, b.achieved_at DESC, b.member DESC LIMIT ?
        """,
        .integer(number), .integer(position.rankKey),
        .integer(position.achievedAt.millisecondsSince1970), .integer(position.member),
        .integer(Int64(limit))
      ) { try $0.boardLine() }.reversed()
    }
  }

  func tieCount(before position: BoardPosition, on board: Board) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM bests
      WHERE board = ? AND rank_key = ? AND (achieved_at, member) < (?, ?)
      """,
      .integer(try boardNumber(board)), .integer(position.rankKey),
      .integer(position.achievedAt.millisecondsSince1970), .integer(position.member)
    ) { Int($0.integer(0)) } ?? 0
  }

  func peopleCount(on board: Board) throws -> Int {
    try connection.first(
      "SELECT sum(people) FROM score_counts WHERE board = ? AND shift = 32",
      .integer(try boardNumber(board))
    ) { Int($0.integer(0)) } ?? 0
  }

  func peopleCount(above rankKey: Int64, on board: Board) throws -> Int {
    // The counts form a tree of buckets. On each level, those before the key's bucket with the same parent are added.
    try connection.first(
      """
      WITH levels (shift, first) AS (VALUES
        (0, (?2 >> 8) << 8), (8, (?2 >> 16) << 8), (16, (?2 >> 24) << 8), (24, (?2 >> 32) << 8),
        (32, -1 << 31))
      SELECT sum(c.people) FROM levels CROSS JOIN score_counts c
      WHERE c.board = ?1 AND c.shift = levels.shift
        AND c.bucket >= levels.first AND c.bucket < ?2 >> levels.shift
      """, .integer(try boardNumber(board)), .integer(rankKey)
    ) { Int($0.integer(0)) } ?? 0
  }

  func line(of member: Int64, on board: Board) throws -> BoardLine? {
    try connection.first(
      """
      SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id, w.provenance
      FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
      WHERE b.board = ? AND b.member = ?
      """, .integer(try boardNumber(board)), .integer(member)
    ) { try $0.boardLine() }
  }

  func standing(of member: Int64, on board: Board) throws -> BoardStanding {
    try connection.read {
      let own = try line(of: member, on: board).map { line in
        (line: line, peopleAbove: try peopleCount(above: line.score.rankKey, on: board))
      }
      return BoardStanding(peopleCount: try peopleCount(on: board), own: own)
    }
  }

  func lines(
    of board: Board, after position: BoardPosition?, limit: Int, withStandingOf member: Int64
  ) throws -> (lines: [BoardLine], standing: BoardStanding) {
    try connection.read {
      (
        try lines(of: board, after: position, limit: limit),
        try standing(of: member, on: board)
      )
    }
  }

  func workout(_ id: UUID, in group: Group.ID) throws -> SubmittedWorkout? {
    try connection.first(
      """
      SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, w.provenance, w.skip_log
      FROM workouts w JOIN groups g ON g.number = w.in_group WHERE w.id = ? AND g.id = ?
      """, .uuid(id), .text(group.rawValue)
    ) { row in
      SubmittedWorkout(
        id: try row.uuid(0), challenge: row.text(1),
        startedAt: Date(millisecondsSince1970: row.integer(2)),
        durationMilliseconds: row.integer(3), repLog: row.withBytes(4) { Data($0) },
        skipLog: SubmittedWorkout.skipLog(row.withBytes(6) { Array($0) }),
        provenance: try row.provenance(5))
    }
  }

  /// Returns the number of a leaderboard in its table; 0 if it is empty.
  private func boardNumber(_ board: Board) throws -> Int64 {
    if let number = boardNumbers[board] { return number }
    let number = try connection.first(
      """
      SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = ? AND b.challenge = ? AND b.week = ?
      """, .text(board.group.rawValue), .text(board.challenge.rawValue), board.weekNumber
    ) { $0.integer(0) }
    // A leaderboard keeps its number, which it has since its first entry.
    boardNumbers[board] = number
    return number ?? 0
  }
}

/// The numbers of the leaderboards that a session has used, so that each is looked up once.
final class BoardNumbers {
  private var numbers: [Board: Int64] = [:]

  subscript(board: Board) -> Int64? {
    get { numbers[board] }
    set { numbers[board] = newValue }
  }
}

extension Board {
  /// The week in the database; 0 for all time.
  fileprivate var weekNumber: SQLValue { .integer(week?.number ?? 0) }
}

extension Row {
  fileprivate func boardLine() throws -> BoardLine {
    BoardLine(
      member: integer(0), name: text(1),
      score: Score(
        reps: Int(clamping: integer(2)), duration: .milliseconds(integer(3)),
        rankKey: integer(4)),
      achievedAt: Date(millisecondsSince1970: integer(5)), workout: try uuid(6),
      provenance: try provenance(7))
  }

  fileprivate func provenance(_ column: Int32) throws -> Provenance {
    guard let provenance = Provenance(rawValue: text(column)) else {
      throw corruptionError("a provenance that Ladder did not write")
    }
    return provenance
  }
}
