/// A person's goal for each week: a number of workouts, minutes or reps.
public struct WeekGoal: Hashable, Sendable {
  public let count: Int
  public let unit: Unit

  public enum Unit: Hashable, Sendable {
    case workouts
    case minutes
    case reps
    /// Reps of the exercise with this name.
    case exercise(String)
  }

  public static let countRange = 1...100_000

  /// Words that a person may enter as a unit, but that Ladder doesn't count.
  private static let unsupportedUnits = Set(
    [
      "set", "session", "hour", "h", "second", "s", "day", "round", "km", "kilometer", "mile", "mi",
      "m", "meter", "kg", "lb", "pound", "kcal", "calorie",
    ].map(\.nameKey))

  public init?(_ count: Int, _ unit: Unit) {
    guard Self.countRange.contains(count) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// Creates a goal from its text in the settings file: `4 workouts`, `90 minutes`, `300 reps` or `300 push-ups`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let count = Int(parts[0]), parts[0].first?.isNumber == true else {
      return nil
    }
    let unit: Unit
    switch parts[1].lowercased() {
    case "workout", "workouts": unit = .workouts
    case "minute", "minutes", "min": unit = .minutes
    case "rep", "reps": unit = .reps
    default:
      guard let name = Routine.exerciseName(parts[1]), name.contains(where: \.isLetter),
        !Self.unsupportedUnits.contains(name.nameKey)
      else { return nil }
      unit = .exercise(name)
    }
    self.init(count, unit)
  }

  /// The text in the settings file.
  public var text: String { "\(count) \(unit.name(count))" }

  /// Returns the goal changed by steps of ten, or of one for workouts; `nil` if the result is less than one.
  public func adjusted(by offset: Int) -> WeekGoal? {
    let step = unit == .workouts ? 1 : 10
    return WeekGoal(min(count + offset * step, Self.countRange.upperBound), unit)
  }
}

extension WeekGoal.Unit {
  fileprivate func name(_ count: Int) -> String {
    switch self {
    case .workouts: count == 1 ? "workout" : "workouts"
    case .minutes: count == 1 ? "minute" : "minutes"
    case .reps: count == 1 ? "rep" : "reps"
    case .exercise(let name): name
    }
  }
}

/// A person's progress toward the goal of a week.
public struct GoalProgress: Hashable, Sendable {
  public let goal: WeekGoal
  public let done: Int

  /// Creates the progress in the current week of a summary.
  ///
  /// - Returns: `nil` if the summary doesn't have the reps of the goal's exercise.
  public init?(_ goal: WeekGoal, in summary: TrainingSummary) {
    self.goal = goal
    let week = summary.weeks.last
    switch goal.unit {
    case .workouts: done = week?.workoutCount ?? 0
    case .minutes: done = Int(week?.duration.wholeMinutes ?? 0)
    case .reps: done = week?.reps ?? 0
    case .exercise:
      guard let reps = summary.exerciseReps else { return nil }
      done = reps
    }
  }

  public var isReached: Bool { done >= goal.count }

  /// The completed fraction, from 0 to 1.
  public var fraction: Double { min(1, Double(done) / Double(goal.count)) }

  /// `3 of 4 workouts`.
  public var text: String { "\(done) of \(goal.text)" }
}

// MARK: - Reps of exercises

extension Challenge {
  /// Returns the reps of exercises in a workout of this challenge.
  ///
  /// - Parameter isIncluded: Returns whether to include the reps of the exercise with the given name.
  /// - Complexity: O(n) in the reps and sets.
  public func reps(in workout: Workout, where isIncluded: (String) -> Bool) -> Int {
    let exercises = routine.exercises
    if exercises.count == 1 {
      return isIncluded(exercises[0]) || isIncluded(name) ? routine.repCount(of: workout) : 0
    }
    guard exercises.contains(where: isIncluded) else { return 0 }
    return routine.exerciseReps(of: workout).reduce(0) {
      $0 + (isIncluded($1.exercise) ? $1.reps : 0)
    }
  }
}

extension WeekGoal.Unit {
  /// Returns whether the reps of an exercise count toward the goal.
  ///
  /// They do if the name of the exercise contains the words of the goal: "push-ups" includes "push-up", "diamond
  /// push-up" and the challenge "100 push-ups".
  ///
  /// - Parameter aliases: The exercises that the person has renamed.
  public func includes(_ exercise: String, _ aliases: ExerciseAliases = ExerciseAliases()) -> Bool {
    guard case .exercise(let name) = self else { return true }
    return aliases.name(of: exercise).containsName(aliases.name(of: name).nameKey)
  }
}
