import FoundationEssentials
import Models

/// A strength session in a fixture, with sets of one exercise.
struct FixtureSession: Equatable {
  let exercise: String
  let sets: [SetEntry]
  /// The number of whole days before the script's clock.
  let daysAgo: Int64
  /// The time since midnight, in UTC.
  let timeOfDay: Duration

  /// The time from one set to the next, in seconds.
  private static let interval = 180

  /// Creates a session from the fields exercise, sets, days ago and time of day.
  ///
  /// - Returns: `nil` if one is invalid.
  init?(_ fields: [String]) {
    guard
      fields.count == 4, let exercise = Routine.exerciseName(fields[0]),
      let sets = try? [SetEntry](text: fields[1], unit: .kilograms),
      sets.reduce(0, { $0 + ($1.isWarmUp ? 0 : $1.reps) }) <= RepLog.maxReps,
      let daysAgo = Int64(fields[2]), daysAgo >= 0,
      let timeOfDay = Fixture.duration(fields[3])
    else { return nil }
    self.exercise = exercise
    self.sets = sets
    self.daysAgo = daysAgo
    // Hours and minutes have the same syntax as minutes and seconds.
    self.timeOfDay = timeOfDay * 60
  }

  /// Returns the session as a workout to save.
  ///
  /// - Parameter today: The beginning of the day of the script's clock, in milliseconds since 1970.
  func session(today: Int64, using random: inout SeededGenerator) -> WorkoutDraft {
    let start = Date(
      millisecondsSince1970: today - daysAgo * 86_400_000 + timeOfDay.wholeMilliseconds)
    let performed = sets.enumerated().compactMap { index, set in
      PerformedSet(
        exercise, set, at: start.addingTimeInterval(Double(index * Self.interval)))
    }
    guard
      let session = WorkoutDraft(
        strengthSession: UUID(using: &random), startedAt: start,
        duration: .seconds(sets.count * Self.interval), sets: performed)
    else { preconditionFailure("the initializer has checked the limits") }
    return session
  }
}
