import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Reading leaderboards.
extension StorageSession {
  /// Returns the challenges in which a group has entries, in no particular order.
  public func challengesWithEntries(in group: Group.ID) throws -> [Challenge.ID] {
    try database.read { connection in
      try connection.all(
        """
        SELECT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
        WHERE g.id = $1 AND b.week = 0 AND EXISTS (SELECT 1 FROM bests WHERE board = b.number)
        """, .text(group.rawValue)
      ) { Challenge.ID(rawValue: try $0.text("challenge")) }
    }
  }

  /// Returns the version of a leaderboard, which changes with each change of an entry; 0 if it is empty.
  ///
  /// - Complexity: O(log n).
  public func version(of board: Board) throws -> Int64 {
    try read(board, empty: 0) { connection, number in
      try connection.first(
        """
        SELECT version + (SELECT count(*) FROM score_changes WHERE board = $1) AS version
        FROM boards WHERE number = $1
        """, number
      ) { try $0.integer("version") } ?? 0
    }
  }

  // The limits are literals: with a parameter, PostgreSQL expects to read a tenth of the table, and plans parallel
  // workers.

  /// The maximum number of entries to read at once: one more than a page has, to detect whether another page follows.
  static let maxLineCount = 21

  /// Returns at most ``maxLineCount`` entries, sorted by score, then by time, then by ``BoardLine/member``.
  ///
  /// - Parameter position: The entry after which to start; `nil` for the top.
  /// - Complexity: O(log n) in the people on the leaderboard.
  public func lines(of board: Board, after position: BoardPosition?) throws -> [BoardLine] {
    try read(board, empty: []) { connection, number in
      var lines: [BoardLine] = []
      try connection.run([Self.lines(of: number, after: position)]) { _, row in
        lines.append(try row.boardLine())
      }
      return lines
    }
  }

  /// Returns the last entries before a position, in order; at most ``maxLineCount``.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard.
  public func lines(of board: Board, before position: BoardPosition) throws -> [BoardLine] {
    try read(board, empty: []) { connection, number in
      try connection.all(
        """
        SELECT * FROM board_lines
        WHERE board = $1 AND (rank_key, achieved_at, member) < ($2, $3, $4)
        ORDER BY rank_key DESC, achieved_at DESC, member DESC LIMIT 21
        """,
        number, .integer(position.rankKey), .integer(position.achievedAt.millisecondsSince1970),
        .integer(position.member)
      ) { try $0.boardLine() }.reversed()
    }
  }

  /// Returns the number of people on a leaderboard.
  ///
  /// - Complexity: O(1).
  public func peopleCount(on board: Board) throws -> Int {
    try read(board, empty: 0) { connection, number in
      var count = 0
      try connection.run([Self.peopleCount(on: number)]) { _, row in
        count = try row.count("people")
      }
      return count
    }
  }

  /// Returns the number of people with a better score than a rank key.
  ///
  /// - Complexity: O(1).
  public func peopleCount(above rankKey: Int64, on board: Board) throws -> Int {
    // The counts form a tree of buckets. On each level, the counts of earlier buckets with the same parent are added.
    try read(board, empty: 0) { connection, number in
      try connection.first(
        """
        WITH levels (shift, first) AS (VALUES
          (0, ($1 >> 8) << 8), (8, ($1 >> 16) << 8), (16, ($1 >> 24) << 8),
          (24, ($1 >> 32) << 8), (32, -2147483648))
        SELECT CAST(sum((
            SELECT coalesce(sum(c.people), 0) FROM score_counts c
            WHERE c.board = $2 AND c.shift = levels.shift
              AND c.bucket >= levels.first AND c.bucket < $1 >> levels.shift)) AS bigint)
          + (SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_changes
            WHERE board = $2 AND rank_key < $1) AS people
        FROM levels
        """, .integer(rankKey), number
      ) { try $0.count("people") } ?? 0
    }
  }

  /// Returns the number of entries that have the same score as an entry and precede it.
  ///
  /// - Complexity: O(t) in the result.
  public func tieCount(before position: BoardPosition, on board: Board) throws -> Int {
    try read(board, empty: 0) { connection, number in
      try connection.first(
        """
        SELECT count(*) AS people FROM bests
        WHERE board = $1 AND rank_key = $2 AND (achieved_at, member) < ($3, $4)
        """,
        number, .integer(position.rankKey), .integer(position.achievedAt.millisecondsSince1970),
        .integer(position.member)
      ) { try $0.count("people") } ?? 0
    }
  }

  /// Returns the size of a leaderboard and a member's standing on it.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard.
  public func standing(of member: Int64, on board: Board) throws -> BoardStanding {
    try read(board, empty: BoardStanding()) { connection, number in
      var standing = BoardStanding()
      try connection.run(Self.standing(of: member, on: number)) { try standing.read($1, at: $0) }
      return standing
    }
  }

  /// Returns a workout of a group, if it exists.
  public func workout(_ id: UUID, in group: Group.ID) throws -> SubmittedWorkout? {
    try database.read { connection in
      try connection.first(
        """
        SELECT w.*, r.race, r.race IS NOT NULL AS has_race
        FROM present_workouts w JOIN groups g ON g.number = w.in_group
          LEFT JOIN racers r ON r.member = w.member AND r.workout = w.id
        WHERE w.id = $1 AND g.id = $2
        """, .uuid(id), .text(group.rawValue)
      ) { row in
        SubmittedWorkout(
          id: try row.uuid("id"), challenge: try row.text("challenge"),
          startedAt: try row.date("started_at"), log: Data(try row.bytes("log")),
          race: try row.boolean("has_race") ? try row.uuid("race") : nil)
      }
    }
  }

  // MARK: - Statements

  /// Calls `body` with the number of a leaderboard, or returns `empty` if it has never had an entry.
  private func read<Result>(
    _ board: Board, empty: Result, _ body: (any StorageConnection, Value) throws -> Result
  ) throws -> Result {
    try database.read { connection in
      var number = storage.boardNumbers[board]
      if number == nil {
        try connection.run([Self.number(of: board)]) { number = try $1.integer("number") }
        storage.boardNumbers[board] = number
      }
      guard let number else { return empty }
      return try body(connection, .integer(number))
    }
  }

  /// Returns the statement that looks up the number of a leaderboard.
  static func number(of board: Board) -> Statement {
    Statement(
      """
      SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = $1 AND b.challenge = $2 AND b.week = $3
      """,
      .text(board.group.rawValue), .text(board.challenge.rawValue), .integer(board.weekNumber))
  }

  private static func lines(of board: Value, after position: BoardPosition?) -> Statement {
    Statement(
      """
      SELECT * FROM board_lines
      WHERE board = $1 AND (rank_key, achieved_at, member) > ($2, $3, $4)
      ORDER BY rank_key, achieved_at, member LIMIT 21
      """,
      board, .integer(position?.rankKey ?? Int64.min),
      .integer(position?.achievedAt.millisecondsSince1970 ?? Int64.min),
      .integer(position?.member ?? Int64.min))
  }

  private static func peopleCount(on board: Value) -> Statement {
    Statement(
      """
      SELECT (
          SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_counts
          WHERE board = $1 AND shift = 32
        ) + (
          SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_changes WHERE board = $1
        ) AS people
      """, board)
  }

  /// Returns the statements for the number of people, and for a member's entry with the number of people above it.
  private static func standing(of member: Int64, on board: Value) -> [Statement] {
    [
      peopleCount(on: board),
      // Reads the tree like `peopleCount(above:on:)`, which would need another round trip to get the score as a
      // parameter.
      Statement(
        """
        SELECT l.*, (
            WITH levels (shift, first) AS (VALUES
              (0, (l.rank_key >> 8) << 8), (8, (l.rank_key >> 16) << 8),
              (16, (l.rank_key >> 24) << 8), (24, (l.rank_key >> 32) << 8), (32, -2147483648))
            SELECT CAST(sum((
              SELECT coalesce(sum(c.people), 0) FROM score_counts c
              WHERE c.board = $1 AND c.shift = levels.shift
                AND c.bucket >= levels.first AND c.bucket < l.rank_key >> levels.shift)) AS bigint)
            FROM levels
          ) + (
            SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_changes
            WHERE board = $1 AND rank_key < l.rank_key
          ) AS people_above
        FROM board_lines l WHERE l.board = $1 AND l.member = $2
        """, board, .integer(member)),
    ]
  }
}

extension BoardStanding {
  /// Reads a row of the statements for a standing.
  fileprivate mutating func read(_ row: any StorageRow, at index: Int) throws {
    if index == 0 {
      peopleCount = try row.count("people")
    } else {
      own = (line: try row.boardLine(), peopleAbove: try row.count("people_above"))
    }
  }
}

extension StorageRow {
  fileprivate func boardLine() throws -> BoardLine {
    BoardLine(
      member: try integer("member"), name: try text("name"),
      score: Score(
        reps: try count("reps"), duration: .milliseconds(try integer("score_ms")),
        rankKey: try integer("rank_key")),
      achievedAt: try date("achieved_at"), workout: try uuid("workout"),
      provenance: try value("provenance"))
  }
}
