import Clients
import FoundationEssentials
import Models
import SQLite

/// The leaderboards: of each challenge, each person's best of all time and of each week.
public struct LeaderboardStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns a stretch of a leaderboard, as ``LeaderboardClient`` describes it.
  ///
  /// Each line is compared with the workout behind it. One that the workout does not earn is refused: what that person has
  /// really done takes its place, for good where the database can be written to.
  ///
  /// - Parameters:
  ///   - you: The person whose line is marked, if anybody's is.
  ///   - today: The day it is, counted from 1970-01-01, which decides which week is this week.
  /// - Throws: ``DatabaseError``, and ``StaleCursor``.
  /// - Complexity: O(log n) in the people on it; ``LeaderboardStretch/around(_:)`` counts those who tie with its line.
  public func page(
    of challenge: Challenge.ID, filter: TimeFilter, _ stretch: LeaderboardStretch,
    you name: PersonName?, today: Int64
  ) throws -> LeaderboardPage {
    let week = filter.week(on: today)
    if let cursor = stretch.cursor, cursor.challenge != challenge || cursor.week != week {
      throw StaleCursor()
    }
    var refused: Set<Standing.ID> = []
    while true {
      var (page, forgers) = try judgedPage(of: challenge, week, stretch, you: name)
      let isMended = forgers.isEmpty || !forgers.isSubset(of: refused)
      refused.formUnion(forgers)
      page.refused = refused.count
      if forgers.isEmpty { return page }
      if isMended, refused.count < Self.mostRefused, recomputeBests(of: forgers, in: challenge) {
        continue
      }
      page.standings.removeAll { forgers.contains($0.id) }
      if let you = page.you, forgers.contains(you.id) { page.you = nil }
      return page
    }
  }

  /// More than anybody would wait for at once.
  private static let mostRefused = 100

  /// - Returns: Whether that could be written.
  private func recomputeBests(of people: Set<Standing.ID>, in challenge: Challenge.ID) -> Bool {
    do {
      try connection.write {
        for person in people { try recomputeBests(of: person, in: challenge) }
      }
      return true
    } catch {
      // The lines are left out all the same.
      return false
    }
  }

  private func judgedPage(
    of challenge: Challenge.ID, _ week: Week?, _ stretch: LeaderboardStretch,
    you name: PersonName?
  ) throws -> (page: LeaderboardPage, forgers: Set<Standing.ID>) {
    try connection.read {
      let page = try page(of: challenge, week, stretch, you: name)
      return (page, try forgers(among: page.lines, in: challenge, week))
    }
  }

  private func page(
    of challenge: Challenge.ID, _ week: Week?, _ stretch: LeaderboardStretch,
    you name: PersonName?
  ) throws -> LeaderboardPage {
    let board = Board(challenge, week)
    return try connection.read {
      let you = try name.flatMap { try PersonStore(connection).number(of: $0) }
      let participants = try people(on: board)
      var lines = try lines(of: board, stretch, participants: participants, you: you)
      for index in lines.standings.indices {
        lines.standings[index].rank = lines.ranking.place(lines.standings[index].score.rankKey)
      }
      let end = lines.standings.last.map {
        Standing.Cursor(
          challenge: challenge, week: week, standing: $0, position: lines.ranking.position)
      }
      return LeaderboardPage(
        standings: lines.standings, next: lines.isLast ? nil : end,
        you: try you.flatMap { try line(of: board, person: $0) },
        participants: participants, week: week,
        offset: lines.ranking.position - lines.standings.count)
    }
  }

  /// Lines without their places, and what hands those out.
  private struct Lines {
    var standings: [Standing]
    var ranking: CompetitionRanking
    var isLast: Bool
  }

  private func lines(
    of board: Board, _ stretch: LeaderboardStretch, participants: Int, you: Int64?
  ) throws -> Lines {
    switch stretch {
    case .after(let cursor):
      let (standings, isLast) = try page(of: board, after: cursor.map(LinePlace.init), you: you)
      let ranking = cursor.map(CompetitionRanking.init(after:)) ?? CompetitionRanking()
      return Lines(standings: standings, ranking: ranking, isLast: isLast)

    case .before(let cursor):
      let above = try page(of: board, before: cursor.map(LinePlace.init), you: you)
      // One who came meanwhile is above the line, and was not when its position was counted.
      let position = cursor.map { $0.position - 1 } ?? participants
      let offset = above.isFirst ? 0 : max(0, position - above.standings.count)
      return Lines(
        standings: above.standings,
        ranking: try ranking(of: board, at: offset, from: above.standings.first),
        isLast: cursor == nil)

    case .around(let cursor):
      let place = try line(of: board, person: cursor.id).map(LinePlace.init) ?? LinePlace(cursor)
      let above = try page(of: board, before: place, you: you)
      let below = try page(of: board, after: place.justAbove, you: you)
      let standings = above.standings + below.standings
      let position = try people(above: place.rankKey, on: board) + ties(of: board, above: place)
      return Lines(
        standings: standings,
        ranking: try ranking(
          of: board, at: position - above.standings.count, from: standings.first),
        isLast: below.isLast)
    }
  }

  /// Hands out places from a line on, above which there are so many.
  private func ranking(
    of board: Board, at position: Int, from standing: Standing?
  ) throws -> CompetitionRanking {
    guard let key = standing?.score.rankKey else { return CompetitionRanking() }
    return CompetitionRanking(
      at: position, rank: try people(above: key, on: board) + 1, rankKey: key)
  }

  /// Lines in order. The order is ``Standing/stands(above:)``'s.
  private func page(
    of board: Board, after place: LinePlace?, you: Int64?
  ) throws -> (standings: [Standing], isLast: Bool) {
    // One line more than a page tells whether another page follows.
    var standings = try connection.all(
      """
      SELECT b.person, p.name, b.rank_key, b.achieved_at, b.reps, b.duration_ms, w.id
      FROM bests b JOIN people p ON p.id = b.person JOIN workouts w ON w.number = b.workout
      WHERE b.challenge = ? AND b.week = ?
        AND (b.rank_key, b.achieved_at, b.person) > (?, ?, ?)
      ORDER BY b.rank_key, b.achieved_at, b.person LIMIT ?
      """,
      board.challenge, board.week, .integer(place?.rankKey ?? .min),
      .integer(place?.achievedAt ?? .min), .integer(place?.person ?? .min),
      .integer(Int64(LeaderboardPage.size + 1))
    ) { try $0.standing(you: you) }
    let isLast = standings.count <= LeaderboardPage.size
    if !isLast { standings.removeLast() }
    return (standings, isLast)
  }

  /// Lines that stand above a place, the last of them just above it.
  private func page(
    of board: Board, before place: LinePlace?, you: Int64?
  ) throws -> (standings: [Standing], isFirst: Bool) {
    var standings = try connection.all(
      """
      SELECT b.person, p.name, b.rank_key, b.achieved_at, b.reps, b.duration_ms, w.id
      FROM bests b JOIN people p ON p.id = b.person JOIN workouts w ON w.number = b.workout
      WHERE b.challenge = ? AND b.week = ?
        AND (b.rank_key, b.achieved_at, b.person) < (?, ?, ?)
      ORDER BY b.rank_key DESC, b.achieved_at DESC, b.person DESC LIMIT ?
      """,
      board.challenge, board.week, .integer(place?.rankKey ?? .max),
      .integer(place?.achievedAt ?? .max), .integer(place?.person ?? .max),
      .integer(Int64(LeaderboardPage.size + 1))
    ) { try $0.standing(you: you) }
    let isFirst = standings.count <= LeaderboardPage.size
    if !isFirst { standings.removeLast() }
    return (standings.reversed(), isFirst)
  }

  /// How many stand above a place with the same score.
  private func ties(of board: Board, above place: LinePlace) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM bests
      WHERE challenge = ? AND week = ? AND rank_key = ? AND (achieved_at, person) < (?, ?)
      """,
      board.challenge, board.week, .integer(place.rankKey), .integer(place.achievedAt),
      .integer(place.person)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  /// One person's line with its place: one more than how many have a better score.
  private func line(of board: Board, person: Int64) throws -> Standing? {
    let standing = try connection.first(
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

/// What a leaderboard is in the order of.
private struct LinePlace {
  var rankKey: Int64
  var achievedAt: Int64
  var person: Int64

  init(_ cursor: Standing.Cursor) {
    rankKey = cursor.rankKey
    achievedAt = cursor.achievedAt.millisecondsSince1970
    person = cursor.id
  }

  init(_ standing: Standing) {
    rankKey = standing.score.rankKey
    achievedAt = standing.achievedAt.millisecondsSince1970
    person = standing.id
  }

  /// Behind everybody who stands above this place.
  var justAbove: LinePlace {
    var place = self
    place.person &-= 1
    return place
  }
}

extension Row {
  /// Columns: person, name, rank_key, achieved_at, reps, duration_ms, and the workout's id.
  fileprivate func standing(you: Int64?) throws -> Standing {
    Standing(
      id: integer(0), rank: 0, name: PersonName.displayable(text(1)),
      score: Score(
        reps: count(4), duration: duration(5), rankKey: integer(2)), achievedAt: date(3),
      isYou: integer(0) == you,
      workout: try uuid(6))
  }
}

extension LeaderboardPage {
  /// The lines, and yours.
  fileprivate var lines: [Standing] { standings + (you.map { [$0] } ?? []) }
}
