/// A year or a month.
public struct ReportPeriod: Sendable {
  /// The days, counted from 1970-01-01.
  public let days: ClosedRange<Int64>

  /// Creates a period from its text: `2026`, `2026-03`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let days = [4, 7].contains(text.utf8.count) ? HistoryQuery.date(Substring(text)) : nil
    guard let days else { return nil }
    self.days = days
  }

  var isYear: Bool { days.count > 31 }

  /// The name in headings: `2026`, `Mar 2026`.
  public var title: String {
    let first = CivilDate(daysSince1970: days.lowerBound)
    return isYear ? "\(first.year)" : "\(first.monthName) \(first.year)"
  }

  /// The previous year or month, or this one if it is the first of the calendar.
  var previous: ReportPeriod {
    Self(CivilDate(daysSince1970: days.lowerBound - 1).text.prefix(isYear ? 4 : 7)) ?? self
  }
}

/// A person's training in a year or a month.
public struct TrainingReport: Sendable {
  public let person: PersonName
  public let period: ReportPeriod
  /// The local day on which the report is created, counted from 1970-01-01.
  package let today: Int64
  package let settings: Settings
  /// The days with workouts, earliest first.
  package var days: [TrainingSummary.Day] = []
  /// The days with workouts among ``daysBefore``.
  package var previousDays: [TrainingSummary.Day] = []
  /// The streak that ends today, in days.
  package var streak = 0
  /// The records of exercises with weights: improved bests and first results.
  package var strengthRecords: [Record] = []
  /// The workout that beat the person's best by the largest share, and the workout with that best. Both have rep times.
  public private(set) var bestRace:
    (name: String, text: String, workout: Workout, ghost: Workout, share: Double)?
  /// The volume of the sets with weights.
  private var volume = Mass.zero
  /// The best results so far, each with the result that it improved: the best before the period, or the first in it.
  private var bests: [Challenge.ID: Best] = [:]
  private typealias Best = (challenge: Challenge, score: Score, workout: Workout, old: Score?)

  /// The best of a challenge or an exercise: `48 reps → 52 reps`, or `52 reps, first` without an earlier result.
  public typealias Record = (name: String, text: String, day: Int64)

  /// Creates a report without workouts.
  public init(of person: PersonName, in period: ReportPeriod, today: Int64, _ settings: Settings) {
    (self.person, self.period, self.today, self.settings) = (person, period, today, settings)
  }

  /// The days with workouts by their numbers.
  package var calendar: [Int64: TrainingSummary.Day] {
    Dictionary(days.map { ($0.number, $0) }) { first, _ in first }
  }

  private var isCurrent: Bool { period.days.contains(today) }

  /// The days of the previous period to compare with: at most as many as this period has until today.
  package var daysBefore: ClosedRange<Int64> {
    let (days, count) = (period.previous.days, isCurrent ? today - period.days.lowerBound : 366)
    return days.clamped(to: days.lowerBound...days.lowerBound + count)
  }

  /// Adds a workout. Workouts must be added in order; those after the period are ignored.
  ///
  /// - Parameter score: The workout's score in the challenge, if any.
  package mutating func add(_ workout: Workout, in challenge: Challenge?, _ score: Score?) {
    let isInPeriod = period.days.contains(workout.day)
    guard workout.day <= period.days.upperBound else { return }
    if isInPeriod { volume += workout.sets.volume }
    guard let challenge, let score, score.isComplete else { return }
    let old = bests[challenge.id]
    guard old.map({ score.isBetter(than: $0.score) }) ?? true else { return }
    let first = isInPeriod ? old.map { $0.old ?? $0.score } : nil
    bests[challenge.id] = (challenge, score, workout, first)
    guard
      isInPeriod, let old, workout.hasRecordedRepTimes, old.workout.hasRecordedRepTimes,
      let share = challenge.scoring.share(of: score, in: old.score),
      let lead = challenge.scoring.difference(between: score, and: old.score),
      share > bestRace?.share ?? 1
    else { return }
    let text = "\(challenge.text(score)) on \(dayText(workout.day)), \(lead) better than on "
    bestRace = (challenge.name, text + dayText(old.workout.day), workout, old.workout, share)
  }

  /// The records, which are improved bests and first results, latest first.
  public var records: [Record] {
    let records = bests.values.filter { period.days.contains($0.workout.day) }.map { best in
      let (old, new) = (best.old.map(best.challenge.text), best.challenge.text(best.score))
      return Self.record(of: best.challenge.name, old, new, best.workout.day)
    }
    return (records + strengthRecords).sorted { ($1.day, $0.name) < ($0.day, $1.name) }
  }

  static func record(of name: String, _ old: String?, _ new: String, _ day: Int64) -> Record {
    (name, old.map { "\($0) → \(new)" } ?? "\(new), first", day)
  }

  /// The heading: `Training in Mar 2026`.
  public var title: String { "Training in \(period.title)" }

  /// The line below the heading: the period to compare with, or a message if there are no workouts; it may be empty.
  public var remark: String {
    guard !days.isEmpty else { return "No workouts by \(person) in \(period.title)." }
    let until = isCurrent ? "Until \(dayText(today))" : ""
    guard !previousDays.isEmpty else { return until }
    let before = period.previous.title
    return isCurrent
      ? "\(until), compared with the same days of \(before)" : "Compared with \(before)"
  }

  /// The totals and streaks: a number, its meaning, and the change if the previous period has workouts.
  public var figures: [(value: String, label: String)] {
    func figure(
      _ label: String, text: (Int) -> String = { "\($0)" }, _ value: (TrainingSummary.Day) -> Int
    ) -> (String, String) {
      let (new, old) = (days.map(value).reduce(0, +), previousDays.map(value).reduce(0, +))
      let change = ", \(new < old ? "-" : "+")\(text(abs(new - old)))"
      return (text(new), previousDays.isEmpty ? label : label + change)
    }
    let runs = days.map { (first: $0.number, last: $0.number) }
    let longest = Streak(of: runs, training: settings.trainingDays, today: today).longest
    let figures = [
      figure("workouts") { $0.workoutCount }, figure("days with workouts") { _ in 1 },
      figure("training time", text: { Duration.seconds($0).totalText }) {
        Int($0.duration.components.seconds)
      },
      figure("reps") { $0.reps },
      ("\(longest)", "longest streak in days" + (isCurrent ? ", now \(streak)" : "")),
      (volume.text(in: settings.unit ?? .kilograms), "volume of sets with weights"),
    ]
    return days.isEmpty ? [] : figures.filter { !$0.0.hasPrefix("0 ") }
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
  package func record(in days: ClosedRange<Int64>) -> TrainingReport.Record? {
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
    return TrainingReport.record(
      of: exercise.capitalizedStart, old == new.text ? nil : old, new.text, new.day)
  }
}
