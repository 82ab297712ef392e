/// A person's settings of a strength exercise.
public struct ExerciseSettings: Hashable, Sendable {
  /// The rule that suggests the next session.
  public var rule: ProgressionRule?
  /// A note for every session, such as the height of a seat.
  public var note: WorkoutNote?
  /// The unit of weights that are typed without one; `nil` before the first weight.
  public var unit: Weight.Unit?

  public init(
    rule: ProgressionRule? = nil, note: WorkoutNote? = nil, unit: Weight.Unit? = nil
  ) {
    self.rule = rule
    self.note = note
    self.unit = unit
  }
}
