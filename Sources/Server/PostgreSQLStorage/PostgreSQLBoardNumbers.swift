import Models
import PostgreSQL
import Synchronization

/// The numbers of leaderboards in their table. They never change, so they are looked up once.
final class PostgreSQLBoardNumbers: Sendable {
  private let numbers = Mutex<[Board: Int64]>([:])

  /// The maximum number of leaderboards to remember.
  private static let maxCount = 10_000

  /// Returns the number of a leaderboard; `nil` if it is empty.
  func number(of board: Board, on connection: PostgreSQLConnection) throws -> Int64? {
    if let number = self[board] { return number }
    let number = try connection.run([Self.lookUp(board)])[0].first { try $0.integer(0) }
    if let number { self[board] = number }
    return number
  }

  /// Returns the numbers of leaderboards, and creates those that do not exist.
  func createdNumbers(
    of boards: Set<Board>, on connection: PostgreSQLConnection
  ) throws -> [Board: Int64] {
    var result: [Board: Int64] = [:]
    for board in boards { result[board] = self[board] }
    // In one order, so that transactions that create the same ones do not wait for each other in a circle.
    let missing = boards.filter { result[$0] == nil }.sorted {
      ($0.challenge.rawValue, $0.weekNumber) < ($1.challenge.rawValue, $1.weekNumber)
    }
    guard !missing.isEmpty else { return result }
    let sets = try connection.run(missing.map(Self.create) + missing.map(Self.lookUp))
    for (board, set) in zip(missing, sets.dropFirst(missing.count)) {
      result[board] = try set.first { try $0.integer(0) }
      self[board] = result[board]
    }
    return result
  }

  func removeAll() { numbers.withLock { $0 = [:] } }

  private subscript(board: Board) -> Int64? {
    get { numbers.withLock { $0[board] } }
    set {
      numbers.withLock {
        if $0.count >= Self.maxCount { $0 = [:] }
        $0[board] = newValue
      }
    }
  }

  private static func create(_ board: Board) -> Statement {
    Statement(
      """
      INSERT INTO boards (in_group, challenge, week)
      SELECT number, $2, $3 FROM groups WHERE id = $1 ON CONFLICT DO NOTHING
      """,
      .text(board.group.rawValue), .text(board.challenge.rawValue), .integer(board.weekNumber))
  }

  private static func lookUp(_ board: Board) -> Statement {
    Statement(
      """
      SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = $1 AND b.challenge = $2 AND b.week = $3
      """,
      .text(board.group.rawValue), .text(board.challenge.rawValue), .integer(board.weekNumber))
  }
}

extension Board {
  /// The week in the database; 0 for all time.
  fileprivate var weekNumber: Int64 { week?.number ?? 0 }
}
