import Clients
import FoundationEssentials
import Models

extension Connection {
  /// A page of a leaderboard, as ``LeaderboardClient/page`` describes it.
  ///
  /// - Parameters:
  ///   - you: The person whose line is marked, if anybody's is.
  ///   - now: Decides which week is this week.
  /// - Throws: ``DatabaseError``, and ``StaleCursor``.
  /// - Complexity: O(log n) in the people on it.
  public func leaderboard(
    _ challenge: Challenge.ID, filter: TimeFilter, after cursor: Standing.Cursor?,
    you name: PersonName?, now: Date
  ) throws -> LeaderboardPage {
    let week = filter.week(at: now)
    if let cursor, cursor.challenge != challenge || cursor.week != week { throw StaleCursor() }
    let board = Board(challenge, week)

    return try read {
      let you = try name.flatMap { try person($0) }
      var ranking = cursor.map(CompetitionRanking.init(after:)) ?? CompetitionRanking()
      // One line more than a page tells whether another page follows.
      var standings = try lines(of: board, after: cursor, limit: LeaderboardPage.size + 1, you: you)
      let isLast = standings.count <= LeaderboardPage.size
      if !isLast { standings.removeLast() }
      for index in standings.indices {
        standings[index].rank = ranking.place(standings[index].score.rankKey)
      }
      let end = standings.last.map {
        Standing.Cursor(challenge: challenge, week: week, standing: $0, position: ranking.position)
      }
      return LeaderboardPage(
        standings: standings, next: isLast ? nil : end,
        you: try you.flatMap { try line(of: board, person: $0) },
        participants: try people(on: board), week: week)
    }
  }

  /// Lines in order, without their places. The order is ``Standing/stands(above:)``'s.
  private func lines(
    of board: Board, after cursor: Standing.Cursor?, limit: Int, you: Int64?
  ) throws -> [Standing] {
    try all(
      """
      SELECT b.person, p.name, b.rank_key, b.achieved_at, b.reps, b.duration_ms, w.id
      FROM bests b JOIN people p ON p.id = b.person JOIN workouts w ON w.number = b.workout
      WHERE b.challenge = ? AND b.week = ?
        AND (b.rank_key, b.achieved_at, b.person) > (?, ?, ?)
      ORDER BY b.rank_key, b.achieved_at, b.person LIMIT ?
      """,
      board.challenge, board.week, .integer(cursor?.rankKey ?? .min),
      .integer(cursor?.achievedAt.millisecondsSince1970 ?? .min), .integer(cursor?.id ?? .min),
      .integer(Int64(limit))
    ) { try $0.standing(you: you) }
  }

  /// One person's line with its place: one more than how many have a better score.
  private func line(of board: Board, person: Int64) throws -> Standing? {
    let standing = try first(
      """
      SELECT b.person, p.name, b.rank_key, b.achieved_at, b.reps, b.duration_ms, w.id
      FROM bests b JOIN people p ON p.id = b.person JOIN workouts w ON w.number = b.workout
      WHERE b.challenge = ? AND b.week = ? AND b.person = ?
      """, board.challenge, board.week, .integer(person)
    ) { try $0.standing(you: person) }
    guard var standing else { return nil }
    standing.rank = try people(above: standing.score.rankKey, on: board) + 1
    return standing
  }
}

extension Row {
  /// Columns: person, name, rank_key, achieved_at, reps, duration_ms, and the workout's id.
  fileprivate func standing(you: Int64?) throws -> Standing {
    Standing(
      id: integer(0), rank: 0, name: PersonName.displayable(text(1)),
      score: Score(
        reps: Int(integer(4)), duration: .milliseconds(integer(5)), rankKey: integer(2)),
      achievedAt: Date(millisecondsSince1970: integer(3)), isYou: integer(0) == you,
      workout: try uuid(6))
  }
}
