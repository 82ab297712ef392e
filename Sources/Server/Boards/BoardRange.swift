import FoundationEssentials
import Models

/// A cursor at the end of a page of a leaderboard, with which the next page is requested.
///
/// It identifies an entry instead of an offset, so that pages neither repeat nor skip people when ranks change.
struct BoardCursor: Hashable {
  /// The last entry of the page.
  let position: BoardPosition
  /// The ranking at the end of the page.
  let ranking: CompetitionRanking

  /// Creates the cursor at the end of a page.
  init(_ position: BoardPosition, ranking: CompetitionRanking) {
    self.position = position
    self.ranking = ranking
  }

  /// Creates a cursor from the text of a query, which may be invalid.
  ///
  /// - Returns: `nil` unless it is the ``text`` of a cursor.
  init?(_ text: String) {
    guard text.utf8.count <= 120 else { return nil }
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
    guard
      numbers.count == 5, let rankKey = numbers[0], let achievedAt = numbers[1],
      let member = numbers[2], let rank = numbers[3], let offset = numbers[4],
      (1...Self.maxCount).contains(rank), (rank...Self.maxCount).contains(offset)
    else { return nil }
    position = BoardPosition(
      rankKey: rankKey, achievedAt: Date(millisecondsSince1970: achievedAt), member: member)
    ranking = CompetitionRanking(at: Int(offset), rank: Int(rank), rankKey: rankKey)
  }

  /// The text of the cursor in a query.
  var text: String {
    let achievedAt = position.achievedAt.millisecondsSince1970
    return [
      position.rankKey, achievedAt, position.member, Int64(ranking.rank), Int64(ranking.position),
    ]
    .map(String.init).joined(separator: ".")
  }

  /// A number that exceeds the number of people on any leaderboard, so that later ranks cannot overflow.
  private static let maxCount: Int64 = 1_000_000_000_000
}

/// A part of a leaderboard, as requested.
enum BoardRange: Hashable {
  /// The page after a cursor; the first page if it is `nil`.
  case after(BoardCursor?)
  /// The page that ends just before the entry at a cursor.
  case before(BoardCursor)
  /// The last page.
  case last
  /// The page around a member's entry, or the first page if the member has none.
  case around(member: Int64)

  /// Creates a range from the query of a request.
  ///
  /// - Throws: ``RequestError`` for a value that is not from a page.
  init(_ request: Request) throws {
    func cursor(_ name: String) throws -> BoardCursor? {
      try request.query(name).map { text in
        guard let cursor = BoardCursor(text) else {
          throw RequestError(400, "\"\(name)\" must come from another page")
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
        throw RequestError(400, "\"around\" must be the \"member\" of an entry")
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
  /// The ranking before the first entry.
  var ranking: CompetitionRanking
  /// Whether entries precede the page.
  var hasPrevious: Bool
  /// Whether entries follow the page.
  var hasNext: Bool
}

extension BoardLines {
  /// Creates the page after a cursor. If `lines` has one entry more than fits on the page, another page follows.
  fileprivate init(_ lines: [BoardLine], after cursor: BoardCursor?) {
    self.init(
      lines: Array(lines.prefix(LeaderboardPage.size)),
      ranking: cursor?.ranking ?? CompetitionRanking(), hasPrevious: cursor != nil,
      hasNext: lines.count > LeaderboardPage.size)
  }
}

extension StorageSession {
  /// Returns the page of entries for a range.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard; ``BoardRange/around(member:)`` adds O(t) in the ties.
  func lines(of board: Board, in range: BoardRange) throws -> BoardLines {
    switch range {
    case .after(let cursor):
      return BoardLines(
        try lines(of: board, after: cursor?.position), after: cursor)

    case .before(let cursor):
      return try lines(
        of: board, before: cursor.position, at: cursor.ranking.position - 1, hasNext: true)

    case .last:
      // A position after all entries: no score has this key.
      let end = BoardPosition(
        rankKey: .max, achievedAt: Date(millisecondsSince1970: 0), member: 0)
      return try lines(of: board, before: end, at: peopleCount(on: board), hasNext: false)

    case .around(let member):
      guard let line = try standing(of: member, on: board).own?.line else {
        return try lines(of: board, in: .after(nil))
      }
      return try lines(of: board, around: line)
    }
  }

  /// Returns the page with an entry in its middle.
  func lines(of board: Board, around line: BoardLine) throws -> BoardLines {
    let aboveCount = LeaderboardPage.size / 2
    let found = try lines(of: board, before: line.position)
    let above = found.suffix(aboveCount)
    let below = try lines(of: board, after: line.position)
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
    let found = try lines(of: board, before: position)
    let lines = found.suffix(LeaderboardPage.size)
    let hasPrevious = found.count > lines.count
    guard let first = lines.first else {
      return BoardLines(
        lines: [], ranking: CompetitionRanking(), hasPrevious: false, hasNext: hasNext)
    }
    let rank = try peopleCount(above: first.score.rankKey, on: board) + 1
    // `count` is too small if people were added above after it was read. The offset is at least the rank minus one.
    let offset = hasPrevious ? max(rank - 1, count - lines.count) : 0
    return BoardLines(
      lines: Array(lines),
      ranking: CompetitionRanking(at: offset, rank: rank, rankKey: first.score.rankKey),
      hasPrevious: hasPrevious, hasNext: hasNext)
  }
}
