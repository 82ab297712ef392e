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
    let words = name.split(whereSeparator: \.isWhitespace)
    let endings = words.indices.lazy.map { words[$0...].joined(separator: " ").nameKey }
    self = endings.compactMap { Self.assigned[$0] }.first ?? .other
  }

  /// The groups by the ``Swift/StringProtocol/nameKey`` of the exercises. A test checks the file.
  static let assigned = groups(in: ladder_muscles().text)

  /// Parses groups. `Resources/muscles.txt` describes the format.
  static func groups(in text: String) -> [String: MuscleGroup] {
    var groups: [String: MuscleGroup] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      let parts = line.split(separator: ":")
      guard parts.count == 2, let group = MuscleGroup(rawValue: String(parts[0])) else { continue }
      for name in parts[1].split(separator: ",") { groups[name.nameKey] = group }
    }
    return groups
  }
}
