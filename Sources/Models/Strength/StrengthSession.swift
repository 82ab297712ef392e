import FoundationEssentials

/// A session of sets with weights.
public struct StrengthSession: Identifiable, Hashable, Sendable {
  /// The ID of the workout that the session is.
  public let id: Workout.ID
  public var startedAt: Date
  public var duration: Duration
  /// The sets in their order, at most ``maxSets``.
  public private(set) var sets: [Performed]
  public var note: WorkoutNote?
  public var figures: WorkoutFigures
  public var provenance: Workout.Provenance

  /// A set with its exercise.
  public struct Performed: Hashable, Sendable {
    public let exercise: String
    public let set: SetEntry
    /// The time at which the set was entered, in whole milliseconds.
    public let doneAt: Date

    /// Creates a set.
    ///
    /// - Returns: `nil` if the exercise is not a name as ``Routine/exerciseName(_:)`` returns it.
    public init?(_ exercise: String, _ set: SetEntry, at doneAt: Date) {
      guard
        let name = Routine.exerciseName(exercise),
        name.unicodeScalars.elementsEqual(exercise.unicodeScalars)
      else { return nil }
      self.exercise = exercise
      self.set = set
      self.doneAt = doneAt
    }
  }

  /// The maximum number of sets.
  public static let maxSets = 500

  /// Creates a session.
  ///
  /// - Returns: `nil` without sets, or with more sets or reps than a session can have.
  public init?(
    id: Workout.ID, startedAt: Date, duration: Duration, sets: [Performed],
    note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures(),
    provenance: Workout.Provenance = []
  ) {
    guard
      (1...Self.maxSets).contains(sets.count),
      sets.reduce(0, { $0 + $1.set.reps }) <= RepLog.maxReps
    else { return nil }
    self.id = id
    self.startedAt = startedAt
    self.duration = duration
    self.sets = sets
    self.note = note
    self.figures = figures
    self.provenance = provenance
  }

  /// The reps of all sets.
  public var reps: Int { sets.reduce(0) { $0 + $1.set.reps } }

  /// The session as a workout. Its reps have no instants.
  public func workout(by user: String) -> Workout {
    Workout(
      id: id, challenge: .strength, user: user, startedAt: startedAt, duration: duration,
      log: RepLog(manualReps: reps) ?? RepLog(), note: note, figures: figures,
      provenance: provenance)
  }
}

extension Challenge.ID {
  /// The ID of the workouts that are sessions of sets with weights. No challenge has it, so they are on no leaderboard.
  public static let strength: Challenge.ID = "strength"
}
