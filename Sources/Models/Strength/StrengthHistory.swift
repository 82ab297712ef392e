import FoundationEssentials

/// A person's finished sessions with one exercise.
public struct StrengthHistory: Hashable, Sendable {
  public let exercise: String
  /// The sessions, earliest first. Each has at least one set of the exercise.
  public let sessions: [Session]
  public let settings: ExerciseSettings

  /// The sets of the exercise in one session.
  public struct Session: Hashable, Sendable {
    public let workout: Workout.ID
    /// The local day, in days since 1970-01-01.
    public let day: Int64
    /// The time of the first set.
    public let time: Date
    /// The sets in their order, with warm-up sets.
    public let sets: [SetEntry]

    public init(workout: Workout.ID, day: Int64, time: Date, sets: [SetEntry]) {
      self.workout = workout
      self.day = day
      self.time = time
      self.sets = sets
    }
  }

  public init(
    exercise: String, sessions: [Session], unit: Weight.Unit?, rule: ProgressionRule?,
    note: WorkoutNote? = nil
  ) {
    self.exercise = exercise
    self.sessions = sessions
    settings = ExerciseSettings(rule: rule, note: note, unit: unit)
  }

  public var last: Session? { sessions.last }

  /// The unit of the exercise; kilograms if it is unknown.
  public var unit: Weight.Unit { settings.unit ?? .kilograms }

  /// The rule that suggests the next session, if the person has chosen one.
  public var rule: ProgressionRule? { settings.rule }

  /// The sets that the rule suggests after ``last``; `nil` without a rule, or without sets from which a weight follows.
  ///
  /// - Complexity: O(n) in the sets.
  public var suggestion: [SetEntry]? { ruleSuggestion?.sets }

  /// A sentence that gives the reason for ``suggestion``, or says what the rule needs for one; `nil` without a rule.
  ///
  /// - Complexity: O(n) in the sets.
  public var suggestionReason: String? { ruleSuggestion?.reason ?? rule?.requirement }

  private var ruleSuggestion: ProgressionRule.Suggestion? {
    guard let last, let rule else { return nil }
    return rule.suggestion(after: last.sets, best: bestEstimate?.mass, unit: unit)
  }

  /// The highest estimated one-rep maximum; `nil` without sets that have an estimate.
  ///
  /// - Complexity: O(n) in the sets.
  public var bestEstimate: StrengthRecords.Estimate? {
    // The estimate doesn't depend on weeks.
    records(weekStart: .monday).bestEstimate
  }

  /// Returns the records of the exercise.
  ///
  /// - Complexity: O(n) in the sets.
  public func records(weekStart: Settings.WeekStart) -> StrengthRecords {
    let sets = sessions.flatMap { session in
      session.sets.map { StrengthRecords.DatedSet($0, day: session.day) }
    }
    return StrengthRecords(sets, weekStart: weekStart)
  }

  /// Returns the sets of a session that no earlier session has reached: the load is better than every earlier one with as
  /// many or more reps.
  ///
  /// - Returns: None for the first session, and for an unknown one. Of equal sets in the session the first one.
  /// - Complexity: O(n · m) for n earlier sets and m sets of the session.
  public func newRecords(in workout: Workout.ID) -> [SetEntry] {
    guard let index = sessions.firstIndex(where: { $0.workout == workout }), index > 0 else {
      return []
    }
    var reached = sessions[..<index].flatMap(\.sets).filter { !$0.isWarmUp }
    var records: [SetEntry] = []
    for set in sessions[index].sets.sorted(by: { $0.load.isBetter(than: $1.load) })
    where !set.isWarmUp {
      let isReached = reached.contains {
        $0.reps >= set.reps && !set.load.isBetter(than: $0.load)
      }
      if !isReached { records.append(set) }
      reached.append(set)
    }
    return records
  }
}
