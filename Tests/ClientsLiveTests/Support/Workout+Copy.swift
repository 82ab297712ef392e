import FoundationEssentials
import Models

extension Workout {
  /// Returns a copy with an ID of its own, changed by `change`.
  func copy(_ change: (inout Workout) throws -> Void = { _ in }) rethrows -> Workout {
    var copy = Workout(
      id: UUID(), challenge: challenge, user: user, startedAt: startedAt,
      utcOffset: utcOffset, duration: duration, log: log, skips: skips, pauses: pauses, note: note,
      figures: figures,
      sets: sets)
    try change(&copy)
    return copy
  }
}
