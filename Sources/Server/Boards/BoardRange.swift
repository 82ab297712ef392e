import FoundationEssentials
import Models

/// A part of a leaderboard that a request names.
enum BoardRange: Hashable {
  /// The page after a cursor, or the first one.
  case after(BoardCursor?)
  /// The page that ends just before the entry of a cursor.
  case before(BoardCursor)
  /// The last page.
  case last
  /// The page around a member's entry, or the first page if the member has none.
  case around(member: Int64)

  /// Reads the query of a request.
  ///
  /// - Throws: ``RequestError`` for a value that no page gave.
  init(_ request: Request) throws {
    func cursor(_ name: String) throws -> BoardCursor? {
      try request.query(name).map { text in
        guard let cursor = BoardCursor(text) else {
          throw RequestError(400, "\"\(name)\" is not from an earlier page")
        }
        return cursor
      }
    }
    if let cursor = try cursor("after") {
      self = .after(cursor)
    } else if let cursor = try cursor("before") {
      self = .before(cursor)
    } else if let text = request.query("around") {
      guard let member = Int64(text) else {
        throw RequestError(400, "\"around\" is the ID of a member on an earlier page")
      }
      self = .around(member: member)
    } else {
      self = request.query("last") == "1" ? .last : .after(nil)
    }
  }
}

/// The entries of a page.
struct BoardLines {
  var lines: [BoardLine]
  /// The ranking at the first entry.
  var ranking: CompetitionRanking
  /// Whether entries precede the page.
  var hasPrevious: Bool
  /// Whether entries follow the page.
  var hasNext: Bool
}

extension BoardLines {
  /// Creates the page after a cursor, from one entry more than a page has.
  fileprivate init(_ lines: [BoardLine], after cursor: BoardCursor?) {
    self.init(
      lines: Array(lines.prefix(LeaderboardPage.size)),
      ranking: cursor?.ranking ?? CompetitionRanking(), hasPrevious: cursor != nil,
      hasNext: lines.count > LeaderboardPage.size)
  }
}

extension StorageSession {
  /// Returns the entries of a range, a page at most, with the standing of a member.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard, plus O(t) in the ties for ``BoardRange/around(member:)``.
  func lines(
    of board: Board, in range: BoardRange, withStandingOf member: Int64
  ) throws -> (BoardLines, BoardStanding) {
    guard case .after(let cursor) = range else {
      return (try lines(of: board, in: range), try standing(of: member, on: board))
    }
    // One entry more than a page shows whether another page follows.
    let (lines, standing) = try lines(
      of: board, after: cursor?.position, limit: LeaderboardPage.size + 1, withStandingOf: member)
    return (BoardLines(lines, after: cursor), standing)
  }

  private func lines(of board: Board, in range: BoardRange) throws -> BoardLines {
    switch range {
    case .after(let cursor):
      return BoardLines(
        try lines(of: board, after: cursor?.position, limit: LeaderboardPage.size + 1),
        after: cursor)

    case .before(let cursor):
      return try lines(
        of: board, before: cursor.position, at: cursor.ranking.position - 1, hasNext: true)

    case .last:
      // No score has this key.
      let end = BoardPosition(
        rankKey: .max, achievedAt: Date(millisecondsSince1970: 0), member: 0)
      return try lines(of: board, before: end, at: peopleCount(on: board), hasNext: false)

    case .around(let member):
      guard let line = try line(of: member, on: board) else {
        return try lines(of: board, in: .after(nil))
      }
      return try lines(of: board, around: line)
    }
  }

  /// Returns the page with an entry, half of it above the entry.
  func lines(of board: Board, around line: BoardLine) throws -> BoardLines {
    let aboveCount = LeaderboardPage.size / 2
    let found = try lines(of: board, before: line.position, limit: aboveCount + 1)
    let above = found.suffix(aboveCount)
    let below = try lines(
      of: board, after: line.position, limit: LeaderboardPage.size - above.count)
    let first = above.first ?? line
    let rank = try peopleCount(above: first.score.rankKey, on: board) + 1
    let offset = rank - 1 + (try tieCount(before: first.position, on: board))
    let lines = above + [line] + below
    return BoardLines(
      lines: Array(lines.prefix(LeaderboardPage.size)),
      ranking: CompetitionRanking(at: offset, rank: rank, rankKey: first.score.rankKey),
      hasPrevious: found.count > aboveCount, hasNext: lines.count > LeaderboardPage.size)
  }

  /// Returns the page that ends just before a position.
  ///
  /// - Parameter count: The number of entries above the position.
  private func lines(
    of board: Board, before position: BoardPosition, at count: Int, hasNext: Bool
  ) throws -> BoardLines {
    let found = try lines(of: board, before: position, limit: LeaderboardPage.size + 1)
    let lines = found.suffix(LeaderboardPage.size)
    let hasPrevious = found.count > lines.count
    guard let first = lines.first else {
      return BoardLines(
        lines: [], ranking: CompetitionRanking(), hasPrevious: false, hasNext: hasNext)
    }
    let rank = try peopleCount(above: first.score.rankKey, on: board) + 1
    // People may have been added above since the position was counted, and no entry has a better rank than its place.
    let offset = hasPrevious ? max(rank - 1, count - lines.count) : 0
    return BoardLines(
      lines: Array(lines),
      ranking: CompetitionRanking(at: offset, rank: rank, rankKey: first.score.rankKey),
      hasPrevious: hasPrevious, hasNext: hasNext)
  }
}
