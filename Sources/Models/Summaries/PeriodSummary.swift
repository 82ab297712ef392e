/// A summary of a person's training in a week, a month or a year, with the totals of up to twelve earlier periods.
public struct PeriodSummary: Hashable, Sendable {
  public let person: PersonName
  public let period: TrainingPeriod
  /// The local day on which the report is created, counted from 1970-01-01.
  public let today: Int64
  public let settings: Settings
  /// The days with workouts in ``readDays``, earliest first.
  public package(set) var allDays: [TrainingSummary.Day] = []
  /// The day of the person's first workout, if any. Earlier periods are in no average.
  package var firstDay: Int64?
  /// The groups that the person chose for exercises, by the ``Swift/StringProtocol/nameKey`` of their names.
  package var chosenGroups: [String: MuscleGroup] = [:]
  package var aliases = ExerciseAliases()
  /// The streak that ends today, in days.
  package var streak = 0
  /// The records of exercises with weights: improved bests and first results.
  package var strengthRecords: [Record] = []
  /// The workout that beat the person's best by the largest share, and the workout with that best. Both have rep times.
  public private(set) var bestRace: Race?
  /// The amounts of sets by day, and of sessions of plans.
  private var dailyTotals: [Int64: Totals] = [:]
  /// The best results so far, each with the result that it improved: the best before the period, or the first in it.
  private var bests: [Challenge.ID: Best] = [:]

  private struct Best: Hashable {
    var challenge: Challenge
    var score: Score
    var workout: Workout
    var day: Int64
    var old: Score?
  }

  /// A workout that beat a previous best, and the workout with that best.
  public struct Race: Hashable, Sendable {
    public var name: String
    public var text: String
    public var workout: Workout
    public var ghost: Workout
    public var share: Double
  }

  /// The amounts of training in some days.
  public struct Totals: Hashable, Sendable {
    public var workouts = 0
    public var days = 0
    public var duration = Duration.zero
    public var reps = 0
    /// The volume of the sets with weights.
    public var volume = Mass.zero
    /// The sets of each muscle group, without warm-up sets.
    public var sets: [MuscleGroup: Int] = [:]
    /// The sessions of plans that were scheduled, and those that were done.
    public var scheduledSessions = 0
    public var doneSessions = 0

    static func += (left: inout Totals, right: Totals) {
      left.workouts += right.workouts
      left.days += right.days
      left.duration += right.duration
      left.reps += right.reps
      left.volume += right.volume
      left.sets.merge(right.sets, uniquingKeysWith: +)
      left.scheduledSessions += right.scheduledSessions
      left.doneSessions += right.doneSessions
    }
  }

  /// The best of a challenge or an exercise: `48 reps → 52 reps`, or `52 reps, first` without an earlier result.
  public struct Record: Hashable, Sendable {
    public var name: String
    public var text: String
    /// The day, counted from 1970-01-01.
    public var day: Int64

    package init(name: String, text: String, day: Int64) {
      (self.name, self.text, self.day) = (name, text, day)
    }
  }

  /// Creates a summary without workouts.
  public init(of person: PersonName, in period: TrainingPeriod, today: Int64, _ settings: Settings)
  {
    (self.person, self.period, self.today, self.settings) = (person, period, today, settings)
  }

  /// The days with workouts by their numbers.
  package var calendar: [Int64: TrainingSummary.Day] {
    Dictionary(days.map { ($0.number, $0) }) { first, _ in first }
  }

  private var isCurrent: Bool { period.days.contains(today) }

  /// The days with workouts, earliest first.
  public var days: [TrainingSummary.Day] { allDays.filter { period.days.contains($0.number) } }

  /// The days of the twelve previous periods, latest first. Of each period they are at most as many as this period has
  /// until today, so that the totals can be compared.
  package var earlierPeriods: [ClosedRange<Int64>] {
    let count = isCurrent ? today - period.days.lowerBound : 366
    var (periods, last) = ([ClosedRange<Int64>](), period)
    while periods.count < 12, last.previous != last {
      last = last.previous
      periods.append(last.days.clamped(to: last.days.lowerBound...last.days.lowerBound + count))
    }
    return periods
  }

  /// The days of the period, of ``earlierPeriods``, and of a year before the period's last day, for a calendar.
  package var readDays: ClosedRange<Int64> {
    let first = earlierPeriods.last?.lowerBound ?? period.days.lowerBound
    return min(first, period.days.upperBound - 371)...period.days.upperBound
  }

  // MARK: - Totals

  /// Returns the totals of some days.
  ///
  /// - Complexity: O(n) in all days.
  func totals(in range: ClosedRange<Int64>) -> Totals {
    var totals = Totals()
    for day in allDays where range.contains(day.number) {
      totals += Totals(
        workouts: day.workoutCount, days: 1, duration: day.duration, reps: day.reps)
    }
    for (day, amounts) in dailyTotals where range.contains(day) { totals += amounts }
    return totals
  }

  /// The totals of the period.
  public var totals: Totals { totals(in: period.days) }

  /// The totals of as many days of the previous period; `nil` if it is before the first workout.
  public var previousTotals: Totals? { comparedTotals.first }

  /// The totals of the twelve previous periods, latest first, without those before the first workout.
  public var comparedTotals: [Totals] {
    guard let firstDay else { return [] }
    return earlierPeriods.prefix { range in
      TrainingPeriod(period.unit, of: range.lowerBound, weekStart: settings.weekStart).days
        .upperBound >= firstDay
    }.map(totals)
  }

  /// Adds the sessions of a plan. A session is scheduled on its day according to the test alone, up to today.
  ///
  /// - Parameter lastDay: The day on which the plan ended, if it did.
  package mutating func add(_ plan: TrainingPlan, until lastDay: Int64?) {
    for day in plan.completedDays { dailyTotals[day, default: Totals()].doneSessions += 1 }
    for day in plan.scheduledDays where day <= min(today, lastDay ?? today) {
      dailyTotals[day, default: Totals()].scheduledSessions += 1
    }
  }

  /// Adds the sets of a workout to the groups of their exercises.
  private mutating func addSets(of workout: Workout, _ challenge: Challenge?, on day: Int64) {
    let exercises =
      workout.challenge == .strength
      ? workout.sets.work.map(\.exercise)
      : challenge?.routine.results(of: workout).splits.filter { !$0.isSkipped }.map(\.exercise)
        ?? []
    for exercise in exercises {
      let group = chosenGroups[aliases.name(of: exercise).nameKey]
      dailyTotals[day, default: Totals()]
        .sets[group ?? MuscleGroup(ofExercise: exercise), default: 0] += 1
    }
    dailyTotals[day, default: Totals()].volume += workout.sets.volume
  }

  // MARK: - Records

  /// Adds a workout of any time. Workouts must be added in order; those after the period are ignored.
  ///
  /// - Parameters:
  ///   - score: The workout's score in the challenge, if any.
  ///   - isCounted: Whether the sets count. A workout can be added twice if they do so only once.
  package mutating func add(
    _ workout: Workout, in challenge: Challenge?, _ score: Score?, isCounted: Bool = true
  ) {
    let day = settings.dayStart.day(of: workout)
    let isInPeriod = period.days.contains(day)
    guard day <= period.days.upperBound else { return }
    if isCounted, score != nil || workout.challenge == .strength {
      addSets(of: workout, challenge, on: day)
    }
    guard let challenge, let score, score.isComplete else { return }
    let old = bests[challenge.id]
    guard old.map({ score.isBetter(than: $0.score) }) ?? true else { return }
    let first = isInPeriod ? old.map { $0.old ?? $0.score } : nil
    bests[challenge.id] = Best(
      challenge: challenge, score: score, workout: workout, day: day, old: first)
    guard
      isInPeriod, let old, workout.hasRecordedRepTimes, old.workout.hasRecordedRepTimes,
      let share = challenge.scoring.share(of: score, in: old.score),
      let lead = challenge.scoring.difference(between: score, and: old.score),
      share > bestRace?.share ?? 1
    else { return }
    let text = "\(challenge.text(score)) on \(dayText(day)), \(lead) better than on "
    bestRace = Race(
      name: challenge.name, text: text + dayText(old.day), workout: workout, ghost: old.workout,
      share: share)
  }

  /// The records, which are improved bests and first results, latest first.
  public var records: [Record] {
    let records = bests.values.filter { period.days.contains($0.day) }.map { best in
      let (old, new) = (best.old.map(best.challenge.text), best.challenge.text(best.score))
      return Self.record(of: best.challenge.name, old, new, best.day)
    }
    return (records + strengthRecords).sorted { ($1.day, $0.name) < ($0.day, $1.name) }
  }

  static func record(of name: String, _ old: String?, _ new: String, _ day: Int64) -> Record {
    Record(name: name, text: old.map { "\($0) → \(new)" } ?? "\(new), first", day: day)
  }

  /// Returns the day of a record or a race, with the year if the day is not in the period.
  public func dayText(_ day: Int64) -> String {
    let date = CivilDate(daysSince1970: day)
    return date.dayAndMonth + (period.days.contains(day) ? "" : " \(date.year)")
  }
}

extension StrengthHistory {
  /// Returns the best estimated maximum of a period, or the most reps if no maximum can be estimated; `nil` if an
  /// earlier best is at least as good.
  package func record(in days: ClosedRange<Int64>) -> PeriodSummary.Record? {
    func best(_ isIncluded: (Int64) -> Bool) -> (text: String, day: Int64)? {
      let sessions = sessions.filter { isIncluded($0.day) }
      let records = StrengthHistory(exercise: exercise, sessions: sessions, unit: unit, rule: nil)
        .records(weekStart: .monday)
      return records.bestEstimate.map { ("≈ \($0.mass.text(in: unit))", $0.source.day) }
        ?? records.mostReps.map { ($0.set.result, $0.day) }
    }
    guard let new = best({ $0 <= days.upperBound }), days.contains(new.day) else { return nil }
    let first = sessions.first { days.contains($0.day) }?.day
    let old = (best { $0 < days.lowerBound } ?? best { $0 == first })?.text
    return PeriodSummary.record(
      of: exercise.capitalizedStart, old == new.text ? nil : old, new.text, new.day)
  }
}
