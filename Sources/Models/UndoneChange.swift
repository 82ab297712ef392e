/// What taking back the last change of a history did.
public struct UndoneChange: Hashable, Sendable {
  /// The workout that is back as it was.
  public var workout: Workout

  /// The corrected copy that stood in its place, and is gone; `nil` when it had been deleted.
  public var replaced: Workout.ID?

  public init(workout: Workout, replaced: Workout.ID? = nil) {
    self.workout = workout
    self.replaced = replaced
  }
}
