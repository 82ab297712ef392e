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

  /// The ways in which the workout's result came about.
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

  /// The time of the score at the place of the workout, or in the time zone of the system if that is not known.
  public var localTime: LocalTime {
    utcOffset.map { LocalTime(achievedAt, utcOffset: $0) } ?? LocalTime(achievedAt)
  }

  public var reps: Int { score.reps }
  public var duration: Duration { score.duration }

  /// Returns whether this row is above `other`: by the better score, then the earlier time, then the lower ``id``.
  ///
  /// A test compares the order of database queries with it.
  public func isAbove(_ other: Standing) -> Bool {
    (score.rankKey, achievedAt, id) < (other.score.rankKey, other.achievedAt, other.id)
  }
}
