import FoundationEssentials

/// The totals of a person's workouts.
public struct TrainingSummary: Hashable, Sendable {
  /// A day with workouts.
  public struct Day: Hashable, Sendable {
    /// The local day, counted from 1970-01-01.
    public var number: Int64
    public var workoutCount: Int
    public var duration: Duration

    public init(number: Int64, workoutCount: Int, duration: Duration) {
      self.number = number
      self.workoutCount = workoutCount
      self.duration = duration
    }
  }

  /// A calendar week, from the person's first day of the week on.
  public struct CalendarWeek: Hashable, Sendable {
    /// Counted from 1970-01-01.
    public var firstDay: Int64
    public var workoutCount: Int
    public var reps: Int
    public var duration: Duration

    public init(firstDay: Int64, workoutCount: Int = 0, reps: Int, duration: Duration) {
      self.firstDay = firstDay
      self.workoutCount = workoutCount
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

  /// The figures of a workout.
  public struct DatedFigures: Hashable, Sendable {
    public var startedAt: Date
    /// The day at the place of the workout.
    public var day: CivilDate
    public var figures: WorkoutFigures

    public init(startedAt: Date, day: CivilDate, figures: WorkoutFigures) {
      self.startedAt = startedAt
      self.day = day
      self.figures = figures
    }
  }

  public var workoutCount = 0
  public var reps = 0
  public var duration = Duration.zero
  public var dayStreak = Streak()
  public var weekStreak = Streak()
  /// The last ``weekCount`` weeks including those without workouts, the current one last.
  public var weeks: [CalendarWeek] = []
  /// The reps this week of the exercise of the person's goal; `nil` if the goal is none of an exercise.
  public var exerciseReps: Int?
  /// The days with workouts in those weeks, earliest first.
  public var days: [Day] = []
  /// The all-time bests, latest first.
  public var records: [Record] = []
  /// The latest workouts with figures, at most ``maxFigureCount``, earliest first.
  public var figures: [DatedFigures] = []
  /// The local day on which the totals were computed, in days since 1970-01-01.
  public var today: Int64 = 0

  public init() {}

  /// The maximum number of workouts with figures.
  public static let maxFigureCount = 200

  /// The number of weeks: a year and the current one.
  public static let weekCount = 53
}

/// A number of consecutive days or weeks with workouts.
public struct Streak: Hashable, Sendable {
  /// The current streak, which ends today or yesterday, or this week or last week.
  public var current: Int

  /// The longest streak so far.
  public var longest: Int

  public init(current: Int = 0, longest: Int = 0) {
    self.current = current
    self.longest = longest
  }
}
