import FoundationEssentials

/// A saved workout with its score and the person's previous best.
public struct SavedWorkout: Hashable, Sendable {
  /// The stored workout.
  public var workout: Workout

  /// The score; `nil` if the workout has none and so isn't on a leaderboard.
  public var score: Score?

  /// The person's previous best in this challenge, if they have completed it before.
  public var previousBest: Score?

  /// The reason why an impossible workout has no score; the workout is still in the history.
  public var impossibilityReason: ImpossibilityReason?

  public init(
    workout: Workout, score: Score?, previousBest: Score?,
    impossibilityReason: ImpossibilityReason? = nil
  ) {
    self.workout = workout
    self.score = score
    self.previousBest = previousBest
    self.impossibilityReason = impossibilityReason
  }

  /// Whether the workout is complete and its score beats the previous best, if any.
  public var isRecord: Bool {
    guard let score, score.isComplete else { return false }
    return previousBest.map(score.isBetter(than:)) ?? true
  }
}

/// A change of a history that can be undone.
public enum WorkoutChange: Hashable, Sendable {
  case deleted(Workout.ID)
  case corrected(Workout.ID, to: Workout.ID)
}

/// The result of undoing the last change of a history.
public struct UndoneChange: Hashable, Sendable {
  /// The restored workout.
  public var workout: Workout

  /// The corrected copy that the restored workout replaces; `nil` if the workout had been deleted.
  public var replaced: Workout.ID?

  /// The effect on the training plan that began with the workout; `nil` if no plan did.
  public var plan: PlanChange?

  public init(workout: Workout, replaced: Workout.ID? = nil, plan: PlanChange? = nil) {
    self.workout = workout
    self.replaced = replaced
    self.plan = plan
  }
}

// MARK: - Summaries

/// The totals of a person's workouts.
public struct TrainingSummary: Hashable, Sendable {
  /// A day with workouts.
  public struct Day: Hashable, Sendable {
    /// The local day, counted from 1970-01-01.
    public var number: Int64
    public var workoutCount: Int
    public var reps: Int
    public var duration: Duration

    public init(number: Int64, workoutCount: Int, reps: Int, duration: Duration) {
      self.number = number
      self.workoutCount = workoutCount
      self.reps = reps
      self.duration = duration
    }

    /// The shade in a calendar: 1 below 5 minutes, 2 below 15, 3 below 30, and 4 from 30 minutes.
    public var level: Int {
      switch duration {
      case ..<Duration.seconds(300): 1
      case ..<Duration.seconds(900): 2
      case ..<Duration.seconds(1800): 3
      default: 4
      }
    }
  }

  /// A calendar week that starts on the person's first day of the week.
  public struct CalendarWeek: Hashable, Sendable {
    /// The first day, counted from 1970-01-01.
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

  /// The best score of all time in a challenge.
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
    /// The local day of the workout.
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
  /// The last ``weekCount`` weeks including those without workouts, ending with the current one.
  public var weeks: [CalendarWeek] = []
  /// The reps of the goal's exercise this week; `nil` if the goal isn't for an exercise.
  public var exerciseReps: Int?
  /// The days with workouts in the ``weeks``, earliest first.
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

  /// The number of weeks: those of a year, and the current week.
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

// MARK: - Races

/// An earlier workout of the same challenge to race against.
public struct Ghost: Hashable, Sendable {
  /// The name on screen: `your best`.
  public var name: String
  public var log: WorkoutLog

  /// The name of the person's best workout.
  public static let yourBest = "your best"

  /// The name of the person's best workout with rep times, if the best workout has none.
  public static let yourLiveBest = "your live best"

  public init(name: String, log: WorkoutLog) {
    self.name = name
    self.log = log
  }

  /// Creates a ghost from an earlier workout.
  public init(name: String, _ workout: Workout) {
    self.init(name: name, log: workout.log)
  }

  /// Returns the lead in reps of a person with `count` reps at `instant`; negative if the person is behind.
  ///
  /// A rep of the ghost at `instant` itself counts.
  ///
  /// - Complexity: O(log n) in the ghost's reps.
  public func lead(of count: Int, at instant: Duration) -> Int {
    count - log.reps.count(through: instant)
  }
}
