import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of the leaderboards: each person's all-time and weekly bests.
public struct LeaderboardStore {
  let connection: Connection

  /// Returns a page of a leaderboard, as specified by ``LeaderboardClient``.
  ///
  /// Each entry is compared with the workout behind it. An entry that does not match is recomputed from the
  /// person's workouts, or omitted if the database cannot be written to or too many entries do not match.
  ///
  /// - Parameters:
  ///   - isLiveOnly: Whether to rank live workouts only (``Workout/Provenance/isLive``).
  ///   - currentPerson: The person whose entry is marked, or `nil` to mark none.
  ///   - today: The current local day, counted from 1970-01-01, which determines the current week.
  /// - Throws: ``DatabaseError``, and ``StaleCursor``.
  /// - Complexity: O(log n) in the people on the leaderboard, plus O(t) in the ties for
  ///   ``LeaderboardRange/around(_:)``.
  public func page(
    of challenge: Challenge.ID, filter: TimeFilter, isLiveOnly: Bool = false,
    _ range: LeaderboardRange, currentPerson name: PersonName?, today: Int64
  ) throws -> LeaderboardPage {
    let week = filter.week(on: today)
    switch range {
    case .after(let cursor?), .before(let cursor?):
      guard cursor.challenge == challenge, cursor.week == week else { throw StaleCursor() }
    case .after(nil), .before(nil), .around: break
    }
    var invalidIDs: Set<Standing.ID> = []
    while true {
      var (page, invalidEntries) = try validatedPage(
        of: challenge, week, isLiveOnly: isLiveOnly, range, currentPerson: name)
      let hasNewEntries = invalidEntries.isEmpty || !invalidEntries.isSubset(of: invalidIDs)
      invalidIDs.formUnion(invalidEntries)
      page.rejectedCount = invalidIDs.count
      if invalidEntries.isEmpty { return page }
      if hasNewEntries, invalidIDs.count < Self.maxRecomputedPeople,
        recomputeBests(of: invalidEntries, in: challenge)
      {
        continue
      }
      page.standings.removeAll { invalidEntries.contains($0.id) }
      if let standing = page.yourStanding, invalidEntries.contains(standing.id) {
        page.yourStanding = nil
      }
      return page
    }
  }

  /// The maximum number of people whose bests are recomputed for one page, to bound the wait.
  private static let maxRecomputedPeople = 100

  /// Recomputes the bests of several people.
  ///
  /// - Returns: Whether it succeeded. If not, nothing is changed.
  private func recomputeBests(of people: Set<Standing.ID>, in challenge: Challenge.ID) -> Bool {
    do {
      try connection.write {
        for person in people { try recomputeBests(of: person, in: challenge) }
      }
      return true
    } catch {
      // The caller omits the entries, so the rest of the leaderboard can still be shown.
      return false
    }
  }

  private func validatedPage(
    of challenge: Challenge.ID, _ week: Week?, isLiveOnly: Bool, _ range: LeaderboardRange,
    currentPerson name: PersonName?
  ) throws -> (page: LeaderboardPage, invalidEntries: Set<Standing.ID>) {
    try connection.read {
      let page = try page(
        of: challenge, week, isLiveOnly: isLiveOnly, range, currentPerson: name)
      let invalid = try invalidEntries(
        among: page.allStandings, in: challenge, week, isLiveOnly: isLiveOnly)
      return (page, invalid)
    }
  }

  private func page(
    of challenge: Challenge.ID, _ week: Week?, isLiveOnly: Bool, _ range: LeaderboardRange,
    currentPerson name: PersonName?
  ) throws -> LeaderboardPage {
    let board = LeaderboardKey(challenge, week, isLiveOnly: isLiveOnly)
    return try connection.read {
      let currentPerson = try name.flatMap { try connection.people.rowID(of: $0) }
      let participantCount = try peopleCount(on: board)
      var entries = try entries(
        of: board, range, participantCount: participantCount, currentPerson: currentPerson)
      for index in entries.standings.indices {
        entries.standings[index].rank = entries.ranking.nextRank(
          for:
            entries.standings[index].score.rankKey)
      }
      func cursor(to standing: Standing?, at position: Int) -> Standing.Cursor? {
        standing.map {
          Standing.Cursor(challenge: challenge, week: week, standing: $0, position: position)
        }
      }
      let (start, end) = (
        entries.ranking.position - entries.standings.count, entries.ranking.position
      )
      return LeaderboardPage(
        standings: entries.standings,
        next: entries.isLast ? nil : cursor(to: entries.standings.last, at: end),
        previous: start == 0 ? nil : cursor(to: entries.standings.first, at: start + 1),
        yourStanding: try currentPerson.flatMap { try entry(of: board, person: $0) },
        participantCount: participantCount, week: week)
    }
  }

  /// Entries without their ranks, and the ranking that assigns them.
  private struct EntryPage {
    var standings: [Standing]
    var ranking: CompetitionRanking
    var isLast: Bool
  }

  private func entries(
    of board: LeaderboardKey, _ range: LeaderboardRange, participantCount: Int,
    currentPerson: Int64?
  ) throws -> EntryPage {
    switch range {
    case .after(let cursor):
      let (standings, isLast) = try page(
        of: board, after: cursor.map(RankingKey.init), currentPerson: currentPerson)
      let ranking = cursor.map(CompetitionRanking.init(after:)) ?? CompetitionRanking()
      return EntryPage(standings: standings, ranking: ranking, isLast: isLast)

    case .before(let cursor):
      let above = try page(
        of: board, before: cursor.map(RankingKey.init), currentPerson: currentPerson)
      // The page may include people who were added above the cursor since its position was counted, so it can have
      // more entries than `position`.
      let position = cursor.map { $0.position - 1 } ?? participantCount
      let offset = above.isFirst ? 0 : max(0, position - above.standings.count)
      return EntryPage(
        standings: above.standings,
        ranking: try ranking(of: board, at: offset, from: above.standings.first),
        isLast: cursor == nil)

    case .around(let standing):
      let key = RankingKey(try entry(of: board, person: standing.id) ?? standing)
      let above = try page(of: board, before: key, currentPerson: currentPerson)
      let below = try page(of: board, after: key.predecessor, currentPerson: currentPerson)
      let standings = above.standings + below.standings
      let position = try peopleCount(above: key.rankKey, on: board) + ties(of: board, above: key)
      return EntryPage(
        standings: standings,
        ranking: try ranking(
          of: board, at: position - above.standings.count, from: standings.first),
        isLast: below.isLast)
    }
  }

  /// Returns the ranking that starts at an entry with `position` entries above it.
  private func ranking(
    of board: LeaderboardKey, at position: Int, from standing: Standing?
  ) throws -> CompetitionRanking {
    guard let key = standing?.score.rankKey else { return CompetitionRanking() }
    return CompetitionRanking(
      at: position, rank: try peopleCount(above: key, on: board) + 1, rankKey: key)
  }

  /// Returns a page of entries after a key, sorted by score, then by time, then by the person's number.
  private func page(
    of board: LeaderboardKey, after key: RankingKey?, currentPerson: Int64?
  ) throws -> (standings: [Standing], isLast: Bool) {
    // An additional entry shows whether another page follows.
    var standings = try connection.all(
      """
      SELECT * FROM bests_with_names b
      WHERE b.challenge = ? AND b.week = ?
        AND (b.rank_key, b.achieved_at, b.person) > (?, ?, ?)
      ORDER BY b.rank_key, b.achieved_at, b.person LIMIT ?
      """,
      board.challenge, board.week, .integer(key?.rankKey ?? .min),
      .integer(key?.achievedAt ?? .min), .integer(key?.person ?? .min),
      .integer(Int64(LeaderboardPage.size + 1))
    ) { try $0.standing(currentPerson: currentPerson) }
    let isLast = standings.count <= LeaderboardPage.size
    if !isLast { standings.removeLast() }
    return (standings, isLast)
  }

  /// Returns a page of entries that ends just before a key.
  private func page(
    of board: LeaderboardKey, before key: RankingKey?, currentPerson: Int64?
  ) throws -> (standings: [Standing], isFirst: Bool) {
    var standings = try connection.all(
      """
      SELECT * FROM bests_with_names b
      WHERE b.challenge = ? AND b.week = ?
        AND (b.rank_key, b.achieved_at, b.person) < (?, ?, ?)
      ORDER BY b.rank_key DESC, b.achieved_at DESC, b.person DESC LIMIT ?
      """,
      board.challenge, board.week, .integer(key?.rankKey ?? .max),
      .integer(key?.achievedAt ?? .max), .integer(key?.person ?? .max),
      .integer(Int64(LeaderboardPage.size + 1))
    ) { try $0.standing(currentPerson: currentPerson) }
    let isFirst = standings.count <= LeaderboardPage.size
    if !isFirst { standings.removeLast() }
    return (standings.reversed(), isFirst)
  }

  /// Returns the number of entries before a key that have the same score.
  private func ties(of board: LeaderboardKey, above key: RankingKey) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM bests
      WHERE challenge = ? AND week = ? AND rank_key = ? AND (achieved_at, person) < (?, ?)
      """,
      board.challenge, board.week, .integer(key.rankKey), .integer(key.achievedAt),
      .integer(key.person)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  /// Returns a person's entry with its rank: one more than the number of people with a better score.
  private func entry(of board: LeaderboardKey, person: Int64) throws -> Standing? {
    let standing = try connection.first(
      """
      SELECT * FROM bests_with_names b
      WHERE b.challenge = ? AND b.week = ? AND b.person = ?
      """, board.challenge, board.week, .integer(person)
    ) { try $0.standing(currentPerson: person) }
    guard var standing else { return nil }
    standing.rank = try peopleCount(above: standing.score.rankKey, on: board) + 1
    return standing
  }
}

/// The sort key of an entry on a leaderboard.
private struct RankingKey {
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

  /// The largest key before this one.
  var predecessor: RankingKey {
    var key = self
    key.person &-= 1
    return key
  }
}

extension Row {
  /// Reads an entry of a leaderboard without its rank.
  fileprivate func standing(currentPerson: Int64?) throws -> Standing {
    Standing(
      id: integer("person"), rank: 0, name: PersonName.displayable(text("user")), score: score(),
      achievedAt: date("achieved_at"), utcOffset: utcOffset("utc_offset"),
      isYou: integer("person") == currentPerson, workout: try uuid("id"),
      provenance: Workout.Provenance(rawValue: integer("provenance")))
  }

  /// Reads a score.
  ///
  /// - Parameters: The names of its columns; the defaults are those of the table `bests`.
  func score(_ reps: String = "reps", _ duration: String = "duration_ms") -> Score {
    Score(reps: count(reps), duration: self.duration(duration), rankKey: integer("rank_key"))
  }
}

extension LeaderboardPage {
  /// All entries of the page, including the marked one.
  fileprivate var allStandings: [Standing] { standings + (yourStanding.map { [$0] } ?? []) }
}

/// The key of a leaderboard: a challenge, a week or all time, and whether it has live workouts only.
struct LeaderboardKey {
  let challenge: SQLValue
  let week: SQLValue

  /// Creates the key of a leaderboard.
  ///
  /// - Parameters:
  ///   - week: The week, or `nil` for all time.
  ///   - isLiveOnly: Whether it has live workouts only.
  init(_ challenge: Challenge.ID, _ week: Week? = nil, isLiveOnly: Bool = false) {
    self.challenge = .text(challenge.rawValue)
    let number = week?.number ?? 0
    self.week = .integer(isLiveOnly ? Self.liveWeek(number) : number)
  }

  /// Returns the number that stands for the live workouts of a week in the table of bests. For all time, whose number
  /// is 0, it is -1.
  static func liveWeek(_ number: Int64) -> Int64 { ~number }

  /// Returns the number of the week that a number in the table of bests stands for.
  static func weekNumber(_ stored: Int64) -> Int64 { stored < 0 ? ~stored : stored }
}

// MARK: - Ranks

extension LeaderboardStore {
  /// Returns the number of people with a better score than the given rank key.
  ///
  /// The counts form a tree of buckets, in which a smaller rank key is a better score. On each level, this method
  /// sums the buckets that precede the key's bucket and have the same parent.
  ///
  /// - Complexity: O(1): a few hundred rows at most, regardless of the number of people.
  func peopleCount(above rankKey: Int64, on board: LeaderboardKey) throws -> Int {
    let people = try connection.first(
      """
      WITH levels (shift, first) AS (VALUES
        (0, (?3 >> 8) << 8), (8, (?3 >> 16) << 8), (16, (?3 >> 24) << 8), (24, (?3 >> 32) << 8),
        (32, -1 << 31))
      SELECT sum(c.people) FROM levels CROSS JOIN score_counts c
      WHERE c.challenge = ?1 AND c.week = ?2 AND c.shift = levels.shift
        AND c.bucket >= levels.first AND c.bucket < ?3 >> levels.shift
      """, board.challenge, board.week, .integer(rankKey)
    ) { $0.count() }
    return people ?? 0
  }

  /// Returns the number of people on a leaderboard.
  ///
  /// - Complexity: O(1).
  func peopleCount(on board: LeaderboardKey) throws -> Int {
    let people = try connection.first(
      "SELECT sum(people) FROM score_counts WHERE challenge = ? AND week = ? AND shift = 32",
      board.challenge, board.week
    ) { $0.count() }
    return people ?? 0
  }

  /// Returns the number of people with a score in a challenge.
  ///
  /// - Complexity: O(1).
  func participantCount(in challenge: Challenge.ID) throws -> Int {
    try peopleCount(on: LeaderboardKey(challenge))
  }
}
