import ClientsLive
import FoundationEssentials
import Models
import Testing

extension PersonName {
  static func sample(_ text: String) -> PersonName {
    guard let name = PersonName(text) else { fatalError("\(text) is not a name") }
    return name
  }
}

extension Date {
  /// Sunday, 1 March 2026, noon UTC.
  static let sunday = Date(millisecondsSince1970: 1_772_366_400_000)
}

extension WorkoutDraft {
  /// Returns a draft with `reps` reps, one every second and a half, that ends half a second after the last.
  static func sample(
    _ challenge: Challenge.ID = "pushups-2min", reps: Int = 3, at startedAt: Date = .sunday,
    id: UUID = UUID()
  ) -> WorkoutDraft {
    var log = RepLog()
    for rep in 1...max(1, reps) where rep <= reps { log.append(.milliseconds(1500 * rep)) }
    return WorkoutDraft(
      id: id, challenge: challenge, startedAt: startedAt,
      duration: .milliseconds(1500 * reps + 500), log: log)
  }

  static func hold(_ duration: Duration, at startedAt: Date = .sunday) -> WorkoutDraft {
    WorkoutDraft(id: UUID(), challenge: "plank-hold", startedAt: startedAt, duration: duration)
  }
}
