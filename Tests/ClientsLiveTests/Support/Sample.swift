import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

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
  /// Returns a draft with `reps` reps, one every second and a half. It ends half a second after the last rep.
  ///
  /// - Parameter isUnique: Whether to delay each rep a little, so that no other draft has the same instants.
  static func sample(
    _ challenge: Challenge.ID = "pushups-2min", reps: Int = 3, at startedAt: Date = .sunday,
    id: UUID = UUID(), isUnique: Bool = false
  ) -> WorkoutDraft {
    var log = WorkoutLog()
    let delays = isUnique ? withUnsafeBytes(of: id.uuid) { Array($0) } : [0]
    for rep in 1...max(1, reps) where rep <= reps {
      log.append(.press, at: .milliseconds(1500 * rep + Int(delays[rep % delays.count])))
    }
    return WorkoutDraft(
      id: id, challenge: challenge, startedAt: startedAt,
      duration: .milliseconds(1500 * reps + 500), log: log)
  }

  static func hold(_ duration: Duration, at startedAt: Date = .sunday) -> WorkoutDraft {
    WorkoutDraft(id: UUID(), challenge: "plank-hold", startedAt: startedAt, duration: duration)
  }
}

extension WorkoutDraft {
  /// Creates a strength session from `EXERCISE SET … | EXERCISE SET …`.
  ///
  /// - Parameters:
  ///   - plan: The text of the routine that the session follows.
  ///   - start: The time of the start and of the sets.
  ///   - isTyped: Whether the session was typed in.
  static func strength(
    _ text: String, plan: String? = nil, at start: Date = .sunday,
    isTyped: Bool = false
  ) throws -> WorkoutDraft {
    var sets: [PerformedSet] = []
    for part in text.split(separator: " | ") {
      let words = part.split(separator: " ").map(String.init)
      let entries = words.drop { (try? SetEntry(text: $0, unit: .kilograms)) == nil }
      let name = words.prefix(words.count - entries.count).joined(separator: " ")
      for set in try [SetEntry](text: entries.joined(separator: " "), unit: .kilograms) {
        sets.append(try #require(PerformedSet(name, set, at: .zero)))
      }
    }
    var log = try #require(WorkoutLog(sets: sets))
    if isTyped { log.append(.typed(reps: 0), at: .zero) }
    return WorkoutDraft(
      id: UUID(), challenge: .strength, startedAt: start, duration: .seconds(1800), log: log,
      purpose: try plan.map { .plan(try #require(StrengthPlan(try Routine(text: $0)))) })
  }
}

extension WorkoutDraft {
  /// Returns a copy whose log is changed by `change`.
  func copy(_ change: (inout WorkoutLog) -> Void) -> WorkoutDraft {
    var copy = self
    change(&copy.log)
    return copy
  }
}

extension Workout {
  /// Returns a copy with a new ID, changed by `change`.
  func copy(_ change: (inout Workout) throws -> Void = { _ in }) rethrows -> Workout {
    var copy = Workout(
      id: UUID(), challenge: challenge, user: user, startedAt: startedAt, utcOffset: utcOffset,
      log: log, note: note, figures: figures)
    try change(&copy)
    return copy
  }
}

extension TestFolder {
  /// This folder as a data folder.
  var data: DataFolder { DataFolder(path: path) }
}

extension StrengthStore {
  /// Returns the rows of a session's sets, with the new names of renamed exercises.
  func sets(of id: Workout.ID) throws -> [PerformedSet] {
    try connection.all(
      """
      SELECT s.*, w.started_at FROM strength_sets s JOIN workouts w ON w.id = s.workout
      WHERE s.workout = ? ORDER BY s.number
      """, .uuid(id)
    ) { row in
      let aliases = try aliases(of: row.integer("person"))
      return try #require(
        PerformedSet(
          aliases.name(of: row.text("exercise")), row.setEntry(),
          at: .milliseconds(row.integer("done_at") - row.integer("started_at"))))
    }
  }
}
