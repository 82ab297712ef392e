import ClientsLive
import Features
import Models

/// A workout by the beginning of its id, as `ladder history` prints it.
struct WorkoutReference: Hashable {
  /// Hexadecimal digits, in small letters.
  let digits: String

  /// As many as tell the workouts of most people apart.
  private static let fewest = 4

  /// - Throws: ``UsageError``.
  init(_ word: String) throws {
    digits = word.lowercased().filter { $0 != "-" }
    let isHexadecimal = digits.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    guard isHexadecimal, Self.fewest...32 ~= digits.count else {
      throw UsageError(
        "\(word.quoted) is no workout's id; \"ladder history\" shows them, and the first "
          + "\(Self.fewest) letters will do")
    }
  }

  /// The workout, ready to be played.
  ///
  /// - Throws: ``UsageError`` when there is none, or more than one; `DatabaseError`.
  func replay(in stores: Stores?) throws -> Replay.State {
    let found = try stores?.workouts.workouts(idBeginning: digits, limit: 2) ?? []
    guard let workout = found.first, let stores else {
      throw UsageError(
        "there is no workout whose id begins with \"\(digits)\"; \"ladder history\" shows them")
    }
    guard found.count == 1 else {
      throw UsageError("more than one workout's id begins with \"\(digits)\"; say more of it")
    }
    guard let challenge = try stores.challenges.catalogue()[workout.challenge] else {
      throw UsageError(
        "the workout's challenge, \(workout.challenge.rawValue.quoted), is not known here any more")
    }
    return Replay.State(of: workout.id, by: workout.user, in: challenge)
  }
}

extension Workout {
  /// The beginning of its id that `ladder history` prints.
  var shortID: String { String(id.uuidString.lowercased().prefix(8)) }
}
