import Resources

/// A group of muscles, one of which each exercise trains most.
///
/// `Resources/muscles.txt` assigns names of exercises to groups; a person can choose another one for an exercise.
public enum MuscleGroup: String, CaseIterable, Sendable {
  case chest, back, shoulders, arms, abdomen, hips, legs
  case wholeBody = "whole body"
  /// The group of exercises that are neither assigned nor chosen.
  case other

  /// Creates the group of an exercise: that of its name, or of the longest assigned name with which it ends.
  ///
  /// ```swift
  /// MuscleGroup(ofExercise: "Bench Presses")        // .chest
  /// MuscleGroup(ofExercise: "incline bench press")  // .chest
  /// MuscleGroup(ofExercise: "juggling")             // .other
  /// ```
  /// - Complexity: O(n) in the words of the name.
  public init(ofExercise name: some StringProtocol) {
    self = Self.assigned[name] ?? .other
  }

  /// The groups of the exercises in the file. A test checks it.
  static let assigned = ExerciseTable(ladder_muscles().text) { MuscleGroup(rawValue: $0) }
}
