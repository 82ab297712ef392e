/// A set of an exercise in a strength session.
public struct PerformedSet: Hashable, Sendable {
  public let exercise: String
  public let set: SetEntry
  /// The time from the session's start until the set was entered, in whole milliseconds.
  public let instant: Duration
  /// The text of the planned set that it fulfilled (``StrengthPlan/Target/text``); `nil` without one.
  public let planned: String?

  /// Creates a set.
  ///
  /// - Returns: `nil` if the exercise isn't a name in the form of ``Routine/exerciseName(_:)``, or the planned set isn't
  ///   in printable ASCII characters.
  public init?(
    _ exercise: String, _ set: SetEntry, at instant: Duration, planned: String? = nil
  ) {
    guard
      let name = Routine.exerciseName(exercise),
      name.unicodeScalars.elementsEqual(exercise.unicodeScalars),
      planned?.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) ?? true,
      planned?.utf8.count ?? 0 <= SetEntry.maxLength
    else { return nil }
    self.exercise = exercise
    self.set = set
    self.instant = instant
    self.planned = planned
  }

  /// Returns the set with another result; `nil` if the exercise isn't a name.
  public func with(_ exercise: String, _ set: SetEntry) -> PerformedSet? {
    PerformedSet(exercise, set, at: instant, planned: planned)
  }

  /// The maximum number of sets in a session.
  public static let maxCount = 500
}

extension [PerformedSet] {
  /// The sets except warm-up sets.
  public var work: [PerformedSet] { filter { !$0.set.isWarmUp } }

  /// The reps of all sets except warm-up sets.
  public var reps: Int { work.reduce(0) { $0 + $1.set.reps } }

  /// The moved mass times the reps, summed over all sets except warm-up sets.
  public var volume: Mass {
    var shares: [String: BodyShare] = [:]
    return reduce(into: .zero) { volume, performed in
      // Looking up a share takes longer than the sum, and few sets need it.
      guard performed.set.load.includesBody, performed.set.body != nil else {
        return volume += performed.set.volume(.none)
      }
      let share = shares[performed.exercise] ?? BodyShare(of: performed.exercise)
      shares[performed.exercise] = share
      volume += performed.set.volume(share)
    }
  }

  /// The volume in the unit of the last weight: `1387.5 kg`; `nil` without weights.
  public var volumeText: String? {
    guard volume > .zero else { return nil }
    return lazy.compactMap { $0.set.load.weight ?? $0.set.body }.last
      .map { volume.text(in: $0.unit) }
  }

  /// The exercises in the order in which they were begun, each in the spelling of its first set.
  public var exercises: [String] {
    var keys: Set<String> = []
    return map(\.exercise).filter { keys.insert($0.nameKey).inserted }
  }

  /// Returns the sets of an exercise.
  ///
  /// - Parameter exercise: The name in any spelling.
  public func entries(of exercise: String) -> [SetEntry] {
    let key = exercise.nameKey
    return compactMap { $0.exercise.nameKey == key ? $0.set : nil }
  }

  /// The exercises as one line: `Bench press, squat`.
  public var exercisesText: String {
    exercises.joined(separator: ", ").capitalizedStart
  }

  /// The exercises with the sets of their heaviest loads: `Squat 5x5 @ 100kg, bench press 8,8,6 @ 80kg, pull-up 12`.
  public var topSetsText: String {
    exercises.map { exercise in
      let sets = entries(of: exercise).filter { !$0.isWarmUp }
      guard let top = sets.max(by: { $0.load.rank < $1.load.rank }) else { return exercise }
      let reps = sets.filter { $0.load.rank == top.load.rank }.map(\.reps)
      let isEven = reps.allSatisfy { $0 == top.reps }
      let count =
        isEven && reps.count > 1
        ? "\(reps.count)x\(top.reps)" : reps.map(String.init).joined(separator: ",")
      return "\(exercise) \(count)" + (top.load.text.isEmpty ? "" : " @ \(top.load.text)")
    }
    .joined(separator: ", ").capitalizedStart
  }

  /// The number of sets except warm-up sets: `3 sets`; `warm-up` if all are warm-up sets.
  public var countText: String {
    let count = work.count
    return count == 0 && !isEmpty ? "warm-up" : count.counted("set")
  }

  /// The sets on one line without their notes. Consecutive sets of an exercise follow its name: `squat 100kgx5 100kgx5,
  /// pull-up x8`.
  public var text: String {
    var parts: [String] = []
    var exercise: String?
    for performed in self {
      if performed.exercise != exercise {
        parts.append(performed.exercise.quotedExerciseName)
      }
      exercise = performed.exercise
      parts[parts.count - 1] += " \(performed.set.result)"
    }
    return parts.joined(separator: ", ")
  }
}

extension Challenge.ID {
  /// The ID of strength sessions. No challenge has it, so they aren't on any leaderboard.
  public static let strength: Challenge.ID = "strength"
}
