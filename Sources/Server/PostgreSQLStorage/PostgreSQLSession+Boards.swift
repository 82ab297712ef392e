import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Reading leaderboards.
extension PostgreSQLSession {
  /// Calls `body` with the number of a leaderboard; returns `empty` if it has never had an entry.
  private func read<Result>(
    _ board: Board, empty: Result, _ body: (PostgreSQLConnection, Value) throws -> Result
  ) throws -> Result {
    try perform { connection in
      guard let number = try boardNumbers.number(of: board, on: connection) else { return empty }
      return try body(connection, .integer(number))
    }
  }

  func challengesWithEntries(in group: Group.ID) throws -> [Challenge.ID] {
    try perform { connection in
      try connection.run(
        """
        SELECT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
        WHERE g.id = $1 AND b.week = 0 AND EXISTS (SELECT FROM bests WHERE board = b.number)
        """, .text(group.rawValue)
      ).all { Challenge.ID(rawValue: try $0.text(0)) }
    }
  }

  func version(of board: Board) throws -> Int64 {
    try read(board, empty: 0) { connection, number in
      try connection.run(
        """
        SELECT version + (SELECT count(*) FROM score_changes WHERE board = $1) FROM boards
        WHERE number = $1
        """, number
      ).first { try $0.integer(0) } ?? 0
    }
  }

  // For a limit that is a parameter, PostgreSQL plans to read a tenth of the table, with parallel workers. So the maximum
  // is a literal; not more than the limit is read, because the joins keep the order.

  func lines(of board: Board, after position: BoardPosition?, limit: Int) throws -> [BoardLine] {
    try read(board, empty: []) { connection, number in
      try connection.run([Self.lines(of: number, after: position, limit: limit)])[0]
        .all { try $0.boardLine() }
    }
  }

  private static func lines(
    of board: Value, after position: BoardPosition?, limit: Int
  ) -> Statement {
    Statement(
      """
      SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id, w.provenance
      FROM (
        SELECT rank_key, achieved_at, member, workout FROM bests
        WHERE board = $1 AND (rank_key, achieved_at, member) > ($2, $3, $4)
        ORDER BY rank_key, achieved_at, member LIMIT 100
      ) b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
      ORDER BY b.rank_key, b.achieved_at, b.member LIMIT $5
      """,
      board, .integer(position?.rankKey ?? Int64.min),
      .integer(position?.achievedAt.millisecondsSince1970 ?? Int64.min),
      .integer(position?.member ?? Int64.min), .integer(Int64(limit)))
  }

  func lines(
    of board: Board, after position: BoardPosition?, limit: Int, withStandingOf member: Int64
  ) throws -> (lines: [BoardLine], standing: BoardStanding) {
    try read(board, empty: ([], .empty)) { connection, number in
      let sets = try connection.run(
        [Self.lines(of: number, after: position, limit: limit)]
          + Self.standing(of: member, on: number))
      return (try sets[0].all { try $0.boardLine() }, try BoardStanding(sets[1], sets[2]))
    }
  }

  func standing(of member: Int64, on board: Board) throws -> BoardStanding {
    try read(board, empty: .empty) { connection, number in
      let sets = try connection.run(Self.standing(of: member, on: number))
      return try BoardStanding(sets[0], sets[1])
    }
  }

  /// Returns the statements of the number of people and of a member's entry, with the number of people above it.
  private static func standing(of member: Int64, on board: Value) -> [Statement] {
    [
      peopleCount(on: board),
      // The tree is read as in `peopleCount(above:on:)`. With the score as a parameter there, it would need another
      // round trip.
      Statement(
        """
        SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id, w.provenance,
          (
            SELECT coalesce(sum(level.people), 0) FROM (VALUES
              (0, (b.rank_key >> 8) << 8), (8, (b.rank_key >> 16) << 8),
              (16, (b.rank_key >> 24) << 8), (24, (b.rank_key >> 32) << 8),
              (32, -2147483648)) AS levels (shift, first),
            LATERAL (
              SELECT sum(c.people) AS people FROM score_counts c
              WHERE c.board = $1 AND c.shift = levels.shift
                AND c.bucket >= levels.first AND c.bucket < b.rank_key >> levels.shift
            ) AS level
          )::bigint + (
            SELECT coalesce(sum(people), 0) FROM score_changes
            WHERE board = $1 AND rank_key < b.rank_key
          )::bigint
        FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
        WHERE b.board = $1 AND b.member = $2
        """, board, .integer(member)),
    ]
  }

  func lines(of board: Board, before position: BoardPosition, limit: Int) throws -> [BoardLine] {
    try read(board, empty: []) { connection, number in
      try connection.run(
        """
        SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id, w.provenance
        FROM (
          SELECT rank_key, achieved_at, member, workout FROM bests
          WHERE board = $1 AND (rank_key, achieved_at, member) < ($2, $3, $4)
          ORDER BY rank_key DESC, achieved_at DESC, member DESC LIMIT 100
        ) b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
        ORDER BY b.rank_key DESC, b.achieved_at DESC, b.member DESC LIMIT $5
        """,
        number, .integer(position.rankKey), .integer(position.achievedAt.millisecondsSince1970),
        .integer(position.member), .integer(Int64(limit))
      ).all { try $0.boardLine() }.reversed()
    }
  }

  func tieCount(before position: BoardPosition, on board: Board) throws -> Int {
    try read(board, empty: 0) { connection, number in
      try connection.run(
        """
        SELECT count(*) FROM bests
        WHERE board = $1 AND rank_key = $2 AND (achieved_at, member) < ($3, $4)
        """,
        number, .integer(position.rankKey), .integer(position.achievedAt.millisecondsSince1970),
        .integer(position.member)
      ).first { try $0.count(0) } ?? 0
    }
  }

  func peopleCount(on board: Board) throws -> Int {
    try read(board, empty: 0) { connection, number in
      try connection.run([Self.peopleCount(on: number)])[0].first { try $0.count(0) } ?? 0
    }
  }

  private static func peopleCount(on board: Value) -> Statement {
    Statement(
      """
      SELECT (
          SELECT coalesce(sum(people), 0) FROM score_counts WHERE board = $1 AND shift = 32
        )::bigint + (
          SELECT coalesce(sum(people), 0) FROM score_changes WHERE board = $1
        )::bigint
      """, board)
  }

  func peopleCount(above rankKey: Int64, on board: Board) throws -> Int {
    // The counts form a tree of buckets. On each level, those before the key's bucket with the same parent are added.
    try read(board, empty: 0) { connection, number in
      try connection.run(
        """
        SELECT (
            SELECT coalesce(sum(level.people), 0) FROM (VALUES
              (0, ($2 >> 8) << 8), (8, ($2 >> 16) << 8), (16, ($2 >> 24) << 8),
              (24, ($2 >> 32) << 8), (32, -2147483648)) AS levels (shift, first),
            LATERAL (
              SELECT sum(c.people) AS people FROM score_counts c
              WHERE c.board = $1 AND c.shift = levels.shift
                AND c.bucket >= levels.first AND c.bucket < $2 >> levels.shift
            ) AS level
          )::bigint + (
            SELECT coalesce(sum(people), 0) FROM score_changes WHERE board = $1 AND rank_key < $2
          )::bigint
        """, number, .integer(rankKey)
      ).first { try $0.count(0) } ?? 0
    }
  }

  func line(of member: Int64, on board: Board) throws -> BoardLine? {
    try read(board, empty: nil) { connection, number in
      try connection.run(
        """
        SELECT m.number, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at, w.id, w.provenance
        FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
        WHERE b.board = $1 AND b.member = $2
        """, number, .integer(member)
      ).first { try $0.boardLine() }
    }
  }

  func workout(_ id: UUID, in group: Group.ID) throws -> SubmittedWorkout? {
    try perform { connection in
      try connection.run(
        """
        SELECT w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, w.provenance,
          w.skip_log
        FROM workouts w JOIN groups g ON g.number = w.in_group WHERE w.id = $1 AND g.id = $2
        """, .uuid(id), .text(group.rawValue)
      ).first { row in
        SubmittedWorkout(
          id: try row.uuid(0), challenge: try row.text(1),
          startedAt: Date(millisecondsSince1970: try row.integer(2)),
          durationMilliseconds: try row.integer(3), repLog: Data(try row.bytes(4)),
          skipLog: SubmittedWorkout.skipLog(try row.bytes(6)),
          provenance: try row.provenance(5))
      }
    }
  }
}

extension BoardStanding {
  fileprivate static let empty = BoardStanding(peopleCount: 0, own: nil)

  /// Reads the results of the statements of a standing.
  fileprivate init(_ people: ResultSet, _ own: ResultSet) throws {
    self.init(
      peopleCount: try people.first { try $0.count(0) } ?? 0,
      own: try own.first { (line: try $0.boardLine(), peopleAbove: try $0.count(8)) })
  }
}

extension PostgreSQLRow {
  fileprivate func boardLine() throws -> BoardLine {
    BoardLine(
      member: try integer(0), name: try text(1),
      score: Score(
        reps: Int(clamping: try integer(2)), duration: .milliseconds(try integer(3)),
        rankKey: try integer(4)),
      achievedAt: Date(millisecondsSince1970: try integer(5)), workout: try uuid(6),
      provenance: try provenance(7))
  }

  fileprivate func count(_ column: Int32) throws -> Int { Int(try integer(column)) }

  fileprivate func provenance(_ column: Int32) throws -> Provenance {
    guard let provenance = Provenance(rawValue: try text(column)) else {
      throw unexpectedValue(in: column)
    }
    return provenance
  }
}
