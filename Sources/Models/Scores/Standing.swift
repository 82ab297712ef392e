import FoundationEssentials

/// A row of a leaderboard.
public struct Standing: Identifiable, Hashable, Sendable {
  /// The person's ID in the database; on a group's leaderboard, the member's ID on the server.
  public let id: Int64

  /// The rank, by standard competition ranking: 1, 2, 2, 4.
  public var rank: Int

  public var name: String
  public var score: Score

  /// The time of the score, by the wall clock.
  public var achievedAt: Date

  /// The offset from UTC at the place and start of the workout, in seconds; `nil` if it is not known.
  public var utcOffset: Int?

  public var isYou: Bool

  /// The workout with this score.
  public var workout: Workout.ID

  /// The provenance of the workout's result.
  public var provenance: Workout.Provenance

  public init(
    id: Int64, rank: Int, name: String, score: Score, achievedAt: Date,
    utcOffset: Int? = nil, isYou: Bool, workout: Workout.ID,
    provenance: Workout.Provenance = []
  ) {
    self.id = id
    self.rank = rank
    self.name = name
    self.score = score
    self.achievedAt = achievedAt
    self.utcOffset = utcOffset
    self.isYou = isYou
    self.workout = workout
    self.provenance = provenance
  }

  /// The local time of the score where the workout was done, or in the system's time zone if its offset is unknown.
  public var localTime: LocalTime {
    utcOffset.map { LocalTime(achievedAt, utcOffset: $0) } ?? LocalTime(achievedAt)
  }

  public var reps: Int { score.reps }
  public var duration: Duration { score.duration }

  // MARK: - Cursors

  /// The first or last row of a leaderboard's page, at which the previous or next page continues.
  ///
  /// It identifies a row instead of an offset, so that pages neither repeat nor skip people when ranks change. It is
  /// valid only for its challenge and week.
  public struct Cursor: Hashable, Sendable {
    public let challenge: Challenge.ID

    /// The week; `nil` for all time.
    public let week: Week?

    public let rankKey: Int64
    public let achievedAt: Date
    public let id: Standing.ID

    /// The rank of the row, which the next row shares if it has the same score.
    public let rank: Int

    /// The number of rows up to and including this one.
    public let position: Int

    /// The text by which a server identifies the row; `nil` on this machine.
    public let token: String?

    /// Creates a cursor to `standing`, whose position, counted from 1, is `position`.
    public init(
      challenge: Challenge.ID, week: Week?, standing: Standing, position: Int, token: String? = nil
    ) {
      self.challenge = challenge
      self.week = week
      rankKey = standing.score.rankKey
      achievedAt = standing.achievedAt
      id = standing.id
      rank = standing.rank
      self.position = position
      self.token = token
    }
  }
}

// MARK: - Ranks

/// A generator of ranks for the rows of a sorted leaderboard, by standard competition ranking (1, 2, 2, 4).
///
/// All ranks are computed here, so that they are the same on every page.
public struct CompetitionRanking: Hashable, Sendable {
  /// The number of ranked rows.
  public private(set) var position = 0

  /// The rank of the last row; 0 at the top.
  public private(set) var rank = 0

  private var rankKey: Int64?

  /// Creates a ranking at the top of a leaderboard.
  public init() {}

  /// Creates a ranking that continues after a cursor.
  public init(after cursor: Standing.Cursor) {
    position = cursor.position
    rank = cursor.rank
    rankKey = cursor.rankKey
  }

  /// Creates a ranking that starts at a row.
  ///
  /// - Parameters:
  ///   - position: The number of rows above it.
  ///   - rank: The rank of the row.
  ///   - rankKey: The ``Score/rankKey`` of the row.
  public init(at position: Int, rank: Int, rankKey: Int64) {
    self.position = position
    self.rank = rank
    self.rankKey = rankKey
  }

  /// Returns the rank of the next row.
  ///
  /// - Parameter rankKey: The ``Score/rankKey`` of the row; not lower than the previous one.
  public mutating func nextRank(for rankKey: Int64) -> Int {
    position += 1
    if rankKey != self.rankKey {
      self.rankKey = rankKey
      rank = position
    }
    return rank
  }
}
