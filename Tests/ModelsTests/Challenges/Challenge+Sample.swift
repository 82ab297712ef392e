import Models
import Testing

extension Challenge {
  /// Creates a custom challenge with the routine of a text, and the scoring that follows from it.
  static func sample(_ text: String) throws -> Challenge {
    let routine = try Routine(text: text)
    return .custom(
      "own-x", name: "X", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
  }
}
