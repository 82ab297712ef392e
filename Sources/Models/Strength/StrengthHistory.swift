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
    /// The sets in order, including warm-up sets.
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
    self.init(
      exercise: exercise, sessions: sessions,
      settings: ExerciseSettings(rule: rule, note: note, unit: unit))
  }

  public init(exercise: String, sessions: [Session], settings: ExerciseSettings) {
    self.exercise = exercise
    self.sessions = sessions
    self.settings = settings
  }

  public var last: Session? { sessions.last }

  /// The unit of the exercise; kilograms if it is unknown.
  public var unit: Weight.Unit { settings.unit ?? .kilograms }

  /// The rule that suggests the next session, if the person has chosen one.
  public var rule: ProgressionRule? { settings.rule }

  /// The sets that the rule suggests after ``last``; `nil` without a rule, or if the sets don't determine a weight.
  ///
  /// - Complexity: O(n) in the sets.
  public var suggestion: [SetEntry]? { ruleSuggestion?.sets }

  /// The reason for ``suggestion``, or the sets that the rule needs, as a sentence; `nil` without a rule.
  ///
  /// - Complexity: O(n) in the sets.
  public var suggestionReason: String? { ruleSuggestion?.reason ?? rule?.requirement }

  private var ruleSuggestion: ProgressionRule.Suggestion? {
    guard let last, let rule else { return nil }
    return rule.suggestion(
      after: last.sets, earlier: sessions.dropLast().map(\.sets), best: bestEstimate?.mass,
      share: share, unit: unit)
  }

  /// The part of the body's weight that the exercise moves.
  public var share: BodyShare { BodyShare(of: exercise) }

  /// The weight of the body in the last session, if it is part of the load.
  var body: Weight? { last?.sets.last.flatMap { $0.load.includesBody ? $0.body : nil } }

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
    return StrengthRecords(sets, share, weekStart: weekStart)
  }

  /// Returns the session before another one; `nil` for the first session and for an unknown one.
  ///
  /// - Complexity: O(n) in the sessions.
  public func session(before workout: Workout.ID) -> Session? {
    sessions.firstIndex { $0.workout == workout }.flatMap { $0 > 0 ? sessions[$0 - 1] : nil }
  }

  /// Returns the sets of a session that are records: no earlier set equals or beats both their reps and their load.
  ///
  /// - Returns: The records, without repetitions of equal sets; empty for the first session and for an unknown session.
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

// MARK: - Records

/// A person's records in one exercise.
public struct StrengthRecords: Hashable, Sendable {
  /// A set with the local day on which it was done, in days since 1970-01-01.
  public struct DatedSet: Hashable, Sendable {
    public let set: SetEntry
    public let day: Int64

    public init(_ set: SetEntry, day: Int64) {
      self.set = set
      self.day = day
    }
  }

  /// An estimated one-rep maximum, and the set on which it is based.
  public struct Estimate: Hashable, Sendable {
    public let mass: Mass
    public let source: DatedSet
  }

  /// The best load for a number of reps.
  public struct Best: Hashable, Sendable {
    public let reps: Int
    /// The set, which can have more reps.
    public let source: DatedSet
  }

  /// The sets of a week, without warm-up sets.
  public struct WeekVolume: Hashable, Sendable {
    public let week: Week
    public fileprivate(set) var sets = 0
    public fileprivate(set) var reps = 0
    /// The moved mass times the reps, summed over the sets.
    public fileprivate(set) var volume = Mass.zero
  }

  /// The best load for each number of reps done, fewest reps first: the load of the best set with at least that many
  /// reps. If sets are equal, the earliest counts.
  public private(set) var bests: [Best] = []
  /// The highest estimated one-rep maximum. If estimates are equal, the earliest counts.
  public private(set) var bestEstimate: Estimate?
  /// The weeks with sets, earliest first.
  public private(set) var weeks: [WeekVolume] = []

  /// Computes the records.
  ///
  /// - Parameters:
  ///   - sets: The sets of one exercise, earliest first. Warm-up sets don't count.
  ///   - share: The part of the body's weight that the exercise moves.
  ///   - weekStart: The first day of the week.
  /// - Complexity: O(n), and O(m log m) in the different numbers of reps.
  public init(
    _ sets: [DatedSet], _ share: BodyShare = .none, formula: OneRepMaximum = .epley,
    weekStart: Settings.WeekStart
  ) {
    // The index of the best set for each exact number of reps.
    var exact: [Int: Int] = [:]
    for (index, dated) in sets.enumerated() where !dated.set.isWarmUp {
      let set = dated.set
      if exact[set.reps].map({ set.load.isBetter(than: sets[$0].set.load) }) ?? true {
        exact[set.reps] = index
      }
      if let mass = set.estimatedMaximum(share, by: formula),
        bestEstimate.map({ mass > $0.mass }) ?? true
      {
        bestEstimate = Estimate(mass: mass, source: dated)
      }
      let week = Week(of: dated.day, startingOn: weekStart)
      if weeks.last?.week != week { weeks.append(WeekVolume(week: week)) }
      weeks[weeks.count - 1].sets += 1
      weeks[weeks.count - 1].reps += set.reps
      weeks[weeks.count - 1].volume += set.volume(share)
    }
    var best: Int?
    for (reps, index) in exact.sorted(by: { $0.key > $1.key }) {
      let isBest =
        best.map {
          let (load, bestLoad) = (sets[index].set.load, sets[$0].set.load)
          return load.isBetter(than: bestLoad) || load.rank == bestLoad.rank && index < $0
        } ?? true
      if isBest { best = index }
      bests.append(Best(reps: reps, source: sets[best ?? index]))
    }
    bests.reverse()
  }
}

// MARK: - Series

extension StrengthHistory {
  /// The highest estimated one-rep maximum of each session that has one, earliest first.
  ///
  /// - Complexity: O(n) in the sets.
  public var estimates: [StrengthRecords.Estimate] {
    sessions.compactMap { session in
      StrengthHistory(exercise: exercise, sessions: [session], unit: unit, rule: nil).bestEstimate
    }
  }
}

extension StrengthRecords {
  /// The best set with the most reps; `nil` without sets. It is the record if no maximum can be estimated.
  public var mostReps: DatedSet? { bests.last?.source }

  /// The maximum number of weeks in ``consecutiveWeeks``.
  public static let maxWeekCount = 104

  /// All weeks from the first to the last week with sets, limited to the last ``maxWeekCount``.
  ///
  /// - Complexity: O(n) in the weeks.
  public var consecutiveWeeks: [WeekVolume] {
    guard let first = weeks.first, let last = weeks.last else { return [] }
    let known = Dictionary(weeks.map { ($0.week, $0) }) { first, _ in first }
    let start = max(first.week.number, last.week.number - Int64(Self.maxWeekCount - 1) * 7)
    return stride(from: start, through: last.week.number, by: 7).map { number in
      let week = Week(number: number)
      return known[week] ?? WeekVolume(week: week)
    }
  }
}

// MARK: - Exercises

/// A summary of a person's sessions with one exercise.
public struct StrengthExercise: Hashable, Sendable {
  public let name: String
  /// The unit of the weights; `nil` without weights.
  public let unit: Weight.Unit?
  public let last: StrengthHistory.Session
  /// The highest estimated one-rep maximum; `nil` without sets that have an estimate.
  public let bestEstimate: StrengthRecords.Estimate?
  /// The best set with the most reps; `nil` without work sets.
  public let mostReps: StrengthRecords.DatedSet?
  public let rule: ProgressionRule?

  /// Creates a summary.
  ///
  /// - Returns: `nil` without sessions.
  /// - Complexity: O(n) in the sets.
  public init?(_ history: StrengthHistory) {
    guard let last = history.last else { return nil }
    name = history.exercise
    unit = history.settings.unit
    self.last = last
    // Weeks don't matter here.
    let records = history.records(weekStart: .monday)
    bestEstimate = records.bestEstimate
    mostReps = records.mostReps
    rule = history.rule
  }

  /// Common exercises, for people who haven't recorded any.
  public static let commonNames = [
    "squat", "bench press", "deadlift", "overhead press", "barbell row", "pull-up", "dip",
    "front squat", "Romanian deadlift", "hip thrust", "dumbbell row", "biceps curl",
  ]

  /// The names of all built-in exercises.
  private static let builtInNames =
    commonNames + VariationScale.standard.flatMap(\.variations)
    + Catalogue.standard.challenges.flatMap(\.routine.exercises)

  /// Returns the exercise that a new name probably misspells.
  ///
  /// - Parameter known: The person's exercises, which take precedence over built-in ones.
  /// - Returns: `nil` for a known name, and if no name is similar.
  /// - Complexity: O(n) in the known names.
  public static func likelySpelling(of name: String, known: [String]) -> String? {
    (known + builtInNames).likelySpelling(of: name)
  }
}
