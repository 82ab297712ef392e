import FoundationEssentials

/// A person's place on a leaderboard.
public struct Standing: Identifiable, Hashable, Sendable {
  /// A number that is the person's own within one database.
  public let id: Int64

  /// The place, by standard competition ranking: 1, 2, 2, 4.
  public var rank: Int

  public var name: String
  public var score: Score

  /// When the score was achieved, by the wall clock.
  public var achievedAt: Date

  public var isYou: Bool

  /// The workout that earned the place.
  public var workout: Workout.ID

  public init(
    id: Int64, rank: Int, name: String, score: Score, achievedAt: Date, isYou: Bool,
    workout: Workout.ID
  ) {
    self.id = id
    self.rank = rank
    self.name = name
    self.score = score
    self.achievedAt = achievedAt
    self.isYou = isYou
    self.workout = workout
  }

  public var reps: Int { score.reps }
  public var duration: Duration { score.duration }

  /// Whether this line stands above `other`: the better score, then the earlier achievement, then
  /// the lower ``id``.
  ///
  /// The one rule of order; what a database sorts by is held against it in a test.
  public func stands(above other: Standing) -> Bool {
    (score.rankKey, achievedAt, id) < (other.score.rankKey, other.achievedAt, other.id)
  }
}
