/// A summary of a person's sessions with one exercise.
public struct StrengthExercise: Hashable, Sendable {
  public let name: String
  /// The unit of its weights; `nil` without any.
  public let unit: Weight.Unit?
  public let last: StrengthHistory.Session
  /// The highest estimated one-rep maximum; `nil` without sets that have an estimate.
  public let bestEstimate: StrengthRecords.Estimate?
  /// The best set with the most reps; `nil` without work sets.
  public let mostReps: StrengthRecords.DatedSet?
  public let rule: ProgressionRule?

  /// Creates a summary.
  ///
  /// - Returns: `nil` without sessions.
  /// - Complexity: O(n) in the sets.
  public init?(_ history: StrengthHistory) {
    guard let last = history.last else { return nil }
    name = history.exercise
    unit = history.settings.unit
    self.last = last
    // Weeks don't matter here.
    let records = history.records(weekStart: .monday)
    bestEstimate = records.bestEstimate
    mostReps = records.mostReps
    rule = history.rule
  }
}

extension StrengthExercise {
  /// Common exercises, for people who haven't recorded any.
  public static let commonNames = [
    "squat", "bench press", "deadlift", "overhead press", "barbell row", "pull-up", "dip",
    "front squat", "Romanian deadlift", "hip thrust", "dumbbell row", "biceps curl",
  ]

  /// All names of exercises that come with the program.
  private static let builtInNames =
    commonNames + VariationScale.standard.flatMap(\.variations)
    + Catalogue.standard.challenges.flatMap(\.routine.exercises)

  /// Returns the exercise of which a new name is probably a misspelling.
  ///
  /// - Parameter known: The person's exercises, which come before built-in ones.
  /// - Returns: `nil` for a known name, and for one that is like none.
  /// - Complexity: O(n) in the known names.
  public static func likelyMeant(by name: String, known: [String]) -> String? {
    (known + builtInNames).likelyMeant(by: name)
  }
}
