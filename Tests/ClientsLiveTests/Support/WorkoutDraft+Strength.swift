import FoundationEssentials
import Models
import Testing

extension WorkoutDraft {
  /// Creates a strength session from `EXERCISE SET … | EXERCISE SET …`.
  ///
  /// - Parameters:
  ///   - plan: The text of the routine that it follows.
  ///   - start: The time of the start and of the sets.
  static func strength(
    _ text: String, plan: String? = nil, at start: Date = .sunday,
    provenance: Workout.Provenance = []
  ) throws -> WorkoutDraft {
    var sets: [PerformedSet] = []
    for part in text.split(separator: " | ") {
      let words = part.split(separator: " ").map(String.init)
      let entries = words.drop { (try? SetEntry(text: $0, unit: .kilograms)) == nil }
      let name = words.prefix(words.count - entries.count).joined(separator: " ")
      for entry in entries {
        let set = try SetEntry(text: entry, unit: .kilograms)
        sets.append(try #require(PerformedSet(name, set, at: start)))
      }
    }
    return try #require(
      WorkoutDraft(
        strengthSession: UUID(), startedAt: start, duration: .seconds(1800), sets: sets,
        purpose: try plan.map { .routine(try Routine(text: $0)) }, provenance: provenance))
  }
}
