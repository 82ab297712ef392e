import FoundationEssentials
import Models

/// The end of a page of a leaderboard, as the text that the next page is requested with.
///
/// It names an entry and not an offset, so that pages neither repeat nor skip people when ranks change.
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

  /// Reads a cursor from a query, which may contain anything.
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

  /// The cursor in a query.
  var text: String {
    let achievedAt = position.achievedAt.millisecondsSince1970
    return [
      position.rankKey, achievedAt, position.member, Int64(ranking.rank), Int64(ranking.position),
    ]
    .map(String.init).joined(separator: ".")
  }

  /// A number of people that no leaderboard reaches, so that ranks after it cannot overflow.
  private static let maxCount: Int64 = 1_000_000_000_000
}
