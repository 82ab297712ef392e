import Models
import SharedFeatures

/// A request from another screen to start a workout.
public enum WorkoutRequest: Equatable, Sendable {
  /// A challenge, as a race if there is a ghost.
  case challenge(Challenge.ID, Ghost?)
  case strength(StrengthStart)
  case next(NextSession)
  /// A live race.
  case race(RaceRequest)
}

/// A way to begin a strength session.
public enum StrengthStart: Equatable, Sendable {
  /// The sets of a plan.
  case plan(StrengthPlan)
  /// An exercise, without a plan.
  case exercise(String)
  /// No exercise. The person chooses one.
  case empty

  /// Returns the way to begin a session that repeats the sets of another session.
  public static func repeating(_ sets: [PerformedSet]) -> StrengthStart {
    if let plan = Routine(repeating: sets).flatMap({ StrengthPlan($0) }) { return .plan(plan) }
    return sets.first.map { .exercise($0.exercise) } ?? .empty
  }
}
