import FoundationEssentials

/// The totals of a person's workouts.
public struct TrainingSummary: Hashable, Sendable {
  /// One day on which something was done.
  public struct Day: Hashable, Sendable {
    /// The local day, counted from 1970-01-01.
    public var number: Int64
    public var workouts: Int
    public var duration: Duration

    public init(number: Int64, workouts: Int, duration: Duration) {
      self.number = number
      self.workouts = workouts
      self.duration = duration
    }
  }

  /// Seven days of the calendar, from the day that a person's weeks begin with.
  public struct CalendarWeek: Hashable, Sendable {
    /// Counted from 1970-01-01.
    public var firstDay: Int64
    public var reps: Int
    public var duration: Duration

    public init(firstDay: Int64, reps: Int, duration: Duration) {
      self.firstDay = firstDay
      self.reps = reps
      self.duration = duration
    }
  }

  /// A best of all time.
  public struct Record: Hashable, Sendable {
    public var challenge: Challenge.ID
    public var score: Score
    public var achievedAt: Date

    public init(challenge: Challenge.ID, score: Score, achievedAt: Date) {
      self.challenge = challenge
      self.score = score
      self.achievedAt = achievedAt
    }
  }

  public var workouts = 0
  public var reps = 0
  public var duration = Duration.zero
  public var dayStreak = Streak()
  public var weekStreak = Streak()
  /// The last ``weekCount`` weeks, this one last; also those in which nothing was done.
  public var weeks: [CalendarWeek] = []
  /// The days of those weeks on which something was done, earliest first.
  public var days: [Day] = []
  /// The latest first.
  public var records: [Record] = []
  /// The local day it was added up on, counted from 1970-01-01.
  public var today: Int64 = 0

  public init() {}

  /// A year of weeks, and the one that is not over.
  public static let weekCount = 53
}

/// A number of days or weeks in a row with training.
public struct Streak: Hashable, Sendable {
  /// The current run, which ends today or yesterday, or this week or the last.
  public var current: Int

  /// The longest run there has been.
  public var longest: Int

  public init(current: Int = 0, longest: Int = 0) {
    self.current = current
    self.longest = longest
  }
}
