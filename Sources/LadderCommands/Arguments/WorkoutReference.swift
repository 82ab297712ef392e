import ClientsLive
import CommandLineInterface
import Features
import Models

/// A reference to a workout on a command line: a prefix of its ID, as `ladder history` prints it, or `last`.
enum WorkoutReference: Hashable {
  /// Hexadecimal digits in lower case.
  case id(prefix: String)
  /// The person's latest workout.
  case last

  /// The minimum number of digits of a prefix.
  private static let minDigits = 4

  /// Parses a reference.
  ///
  /// - Throws: ``UsageError``.
  init(_ word: String) throws {
    guard word.lowercased() != "last" else {
      self = .last
      return
    }
    let digits = word.lowercased().filter { $0 != "-" }
    let isHexadecimal = digits.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    guard isHexadecimal, Self.minDigits...32 ~= digits.count else {
      throw UsageError(
        "\(word.quoted) is neither \"last\" nor a workout's id; \"ladder history\" shows the ids, "
          + "and their first \(Self.minDigits) letters will do")
    }
    self = .id(prefix: digits)
  }

  /// Returns the state of the workout's page, from which it can be replayed.
  ///
  /// - Parameter person: The current person.
  /// - Throws: ``UsageError`` if no workout or several match, or the workout can't be replayed; `DatabaseError`.
  func replay(in stores: Stores?, by person: PersonName) throws -> WorkoutDetail.State {
    guard let stores else { throw notFoundError }
    let workout = try workout(in: stores, by: person)
    guard workout.challenge != .strength else {
      throw UsageError(
        "workout \(workout.id.prefix(length: 8)) has sets with weights, whose reps have no times to "
          + "replay; \"ladder history\" shows its sets")
    }
    guard try stores.challenges.catalogue()[workout.challenge] != nil else {
      throw UsageError(
        "the workout's challenge, \(workout.challenge.rawValue.quoted), is not known here any more")
    }
    guard workout.reps > 0 else {
      throw UsageError("workout \(workout.id.prefix(length: 8)) has no reps to replay")
    }
    guard workout.hasRecordedRepTimes else {
      throw UsageError(
        "the reps of workout \(workout.id.prefix(length: 8)) were typed in, so there is nothing to replay"
      )
    }
    let isYours = try PersonName(workout.user).map { try stores.people.areSame(person, $0) }
    return WorkoutDetail.State(workout, isYours: isYours ?? false)
  }

  func workout(in stores: Stores, by person: PersonName) throws -> Workout {
    let found =
      switch self {
      case .id(let digits): try stores.workouts.workouts(idPrefix: digits, limit: 2)
      case .last: try stores.workouts.history(of: person, limit: 1)
      }
    guard let workout = found.first else { throw notFoundError }
    if case .id(let digits) = self, found.count > 1 {
      throw UsageError("more than one workout's id begins with \"\(digits)\"; give more of it")
    }
    return workout
  }

  var notFoundError: UsageError {
    switch self {
    case .id(let digits):
      UsageError(
        "there is no workout whose id begins with \"\(digits)\"; \"ladder history\" shows them")
    case .last:
      UsageError("you have done no workout yet; run \"ladder\" and choose a challenge")
    }
  }
}

extension Workout.ID {
  /// Returns the first digits of the ID in lower case, without hyphens.
  func prefix(length count: Int) -> String {
    String(uuidString.lowercased().filter { $0 != "-" }.prefix(count))
  }
}
