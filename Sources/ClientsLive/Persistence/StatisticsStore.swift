import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of each person's totals by day, by week and overall.
public struct StatisticsStore {
  let connection: Connection

  /// Returns a summary of a person's training.
  ///
  /// The day of a workout follows from the local time at its place and is stored with it, so traveling to another time
  /// zone changes no days.
  ///
  /// - Complexity: O(log n) in the workouts, and O(r) in the streaks; totals are stored by day and week. A goal for an
  ///   exercise reads the workouts of this week.
  package func summary(
    of name: PersonName, at now: Date, _ request: SummaryRequest = SummaryRequest()
  ) throws -> TrainingSummary {
    var summary = TrainingSummary()
    let weekStart = request.weekStart
    let today = try connection.dayStart.day(at: now)
    let thisWeek = weekStart.firstDay(ofWeekWith: today)
    let firstDay = thisWeek - Int64(TrainingSummary.weekCount - 1) * 7
    summary.today = today
    try connection.read {
      // No person has the number 0, so the queries return nothing.
      let person = try connection.people.rowID(of: name) ?? 0
      try addTotals(of: person, to: &summary)
      summary.dayStreak = try streak(
        of: person, in: .days, request.trainingDays, today: today)
      summary.weekStreak = try streak(of: person, in: .weeks(weekStart), today: today)
      summary.weeks = try weeks(of: person, in: .weeks(weekStart), from: firstDay)
      summary.days = try days(of: person, in: firstDay...Int64.max)
      if let unit = request.goal?.unit, case .exercise = unit {
        summary.exerciseReps = try exerciseReps(
          of: person, for: unit, in: Week(of: today, startingOn: weekStart))
      }
      summary.records = try records(of: person)
      summary.figures = try figures(of: person)
    }
    return summary
  }

  private func addTotals(of person: Int64, to summary: inout TrainingSummary) throws {
    try connection.first(
      """
      SELECT * FROM periods
      WHERE person = ? AND calendar = 0 AND number = 0
      """, .integer(person)
    ) { row in
      summary.workoutCount = row.count("workouts")
      summary.reps = row.count("reps")
      summary.duration = row.duration("duration_ms")
    }
  }

  private func weeks(
    of person: Int64, in calendar: PeriodCalendar, from firstDay: Int64
  ) throws -> [TrainingSummary.CalendarWeek] {
    var weeks = (0..<TrainingSummary.weekCount).map {
      TrainingSummary.CalendarWeek(
        firstDay: firstDay + Int64($0) * 7, reps: 0, duration: .zero)
    }
    let first = calendar.period(of: firstDay)
    _ = try connection.all(
      """
      SELECT * FROM periods
      WHERE person = ? AND calendar = ? AND number BETWEEN ? AND ?
      """, .integer(person), .integer(calendar.number), .integer(first),
      .integer(first + Int64(weeks.count) - 1)
    ) { row in
      let week = Int(row.integer("number") - first)
      weeks[week].reps = row.count("reps")
      weeks[week].duration = row.duration("duration_ms")
      weeks[week].workoutCount = row.count("workouts")
    }
    return weeks
  }

  private func days(of person: Int64, in days: ClosedRange<Int64>) throws -> [TrainingSummary.Day] {
    try connection.all(
      """
      SELECT * FROM periods
      WHERE person = ? AND calendar = 8 AND number BETWEEN ? AND ? ORDER BY number
      """, .integer(person), .integer(days.lowerBound), .integer(days.upperBound)
    ) { row in
      TrainingSummary.Day(
        number: row.day("number"), workoutCount: row.count("workouts"), reps: row.count("reps"),
        duration: row.duration("duration_ms"))
    }
  }

  private func figures(of person: Int64) throws -> [TrainingSummary.DatedFigures] {
    try connection.all(
      """
      SELECT started_at, day, figures FROM workouts INDEXED BY workouts_with_figures
      WHERE person = ? AND figures IS NOT NULL AND deleted_at IS NULL AND counts = 1
      ORDER BY started_at DESC, id DESC LIMIT ?
      """, .integer(person), .integer(Int64(TrainingSummary.maxFigureCount))
    ) { row in
      TrainingSummary.DatedFigures(
        startedAt: row.date("started_at"), day: CivilDate(daysSince1970: row.day("day")),
        figures: WorkoutFigures(text: row.text("figures")))
    }.reversed()
  }

  private func records(of person: Int64) throws -> [TrainingSummary.Record] {
    try connection.all(
      """
      SELECT * FROM bests
      WHERE person = ? AND week = 0 AND rank_key <= ? ORDER BY achieved_at DESC
      """, .integer(person), .integer(Score.maxCompleteRankKey)
    ) { row in
      TrainingSummary.Record(
        challenge: Challenge.ID(rawValue: row.text("challenge")), score: row.score(),
        achievedAt: row.date("achieved_at"))
    }
  }
}

// MARK: - Periods

extension StatisticsStore {
  /// Fills an empty summary with a person's training.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(k) in the workouts of the period and the twelve before it, in the weeks with bests before them, and
  ///   in the person's sets.
  package func fill(_ summary: inout PeriodSummary) throws {
    try connection.read {
      guard let person = try connection.people.rowID(of: summary.person) else { return }
      let (period, training) = (summary.period.days, summary.settings.trainingDays)
      summary.allDays = try days(of: person, in: summary.readDays)
      summary.firstDay =
        try connection.first(
          "SELECT min(number) FROM periods WHERE person = ? AND calendar = 8", .integer(person)
        ) { $0.integerOrNil("min(number)") } ?? nil
      summary.streak = try streak(of: person, in: .days, training, today: summary.today).current
      summary.aliases = try connection.strength.aliases(of: person)
      summary.chosenGroups = try connection.strength.chosenGroups(of: person)
      try addWorkouts(of: person, to: &summary)
      for (plan, lastDay) in try connection.plans.withEnded(of: person) {
        summary.add(plan, until: lastDay)
      }
      summary.strengthRecords = try connection.strength.exercises(of: summary.person).compactMap {
        try connection.strength.history(of: $0, by: summary.person).record(in: period)
      }
    }
  }

  /// Adds the weekly bests before the first day to read, then all workouts from eight days before it: if that day is in
  /// the middle of a week, the best of that week may be later.
  private func addWorkouts(of person: Int64, to summary: inout PeriodSummary) throws {
    let catalogue = try connection.challenges.catalogue()
    func add(_ row: Row, isCounted: Bool) throws {
      let workout = try row.workout()
      let challenge = catalogue[workout.challenge]
      summary.add(
        workout, in: challenge, challenge.flatMap(workout.acceptedScore), isCounted: isCounted)
    }
    let day: Int64 = 86_400_000
    let (first, last) = (summary.readDays.lowerBound * day, summary.readDays.upperBound * day)
    try connection.forEach(
      """
      SELECT * FROM workouts WHERE number IN (
        SELECT workout FROM bests WHERE person = ? AND week > 0 AND achieved_at < ?)
      """, .integer(person), .integer(first - day)
    ) { try add($0, isCounted: false) }
    try connection.forEach(
      """
      SELECT * FROM workouts
      WHERE person = ? AND deleted_at IS NULL AND started_at BETWEEN ? AND ?
      ORDER BY started_at, id
      """, .integer(person), .integer(first - 8 * day), .integer(last + 3 * day)
    ) { try add($0, isCounted: true) }
  }
}

// MARK: - Goals and streaks

extension StatisticsStore {
  /// Returns the progress of a person's goal in the current week; `nil` without a goal.
  ///
  /// - Complexity: The same as ``summary(of:at:_:)``.
  package func progress(
    of name: PersonName, at now: Date, _ settings: Settings
  ) throws -> GoalProgress? {
    guard let goal = settings.goal else { return nil }
    return GoalProgress(goal, in: try summary(of: name, at: now, SummaryRequest(settings)))
  }

  /// Returns the reps of a goal's exercise in a week: the reps of ranked workouts and of work sets with weights.
  ///
  /// - Complexity: O(k) for k workouts in the week.
  func exerciseReps(of person: Int64, for goal: WeekGoal.Unit, in week: Week) throws -> Int {
    let catalogue = try connection.challenges.catalogue()
    let strength = connection.strength
    let aliases = try strength.aliases(of: person)
    // Adds days on both sides, because the day of a workout depends on its time zone and on the beginning of days.
    let start = (week.firstDay - 1) * 86_400_000
    let end = (week.lastDay + 3) * 86_400_000
    let workouts = try connection.all(
      """
      SELECT * FROM workouts w
      WHERE w.person = ? AND w.deleted_at IS NULL AND w.started_at BETWEEN ? AND ?
        AND w.day BETWEEN ? AND ?
      """, .integer(person), .integer(start), .integer(end), .integer(week.firstDay),
      .integer(week.lastDay)
    ) { try $0.workout() }
    return workouts.reduce(0) { sum, workout in
      if workout.challenge == .strength {
        return workout.sets.reduce(sum) { sum, performed in
          !performed.set.isWarmUp && goal.includes(performed.exercise, aliases)
            ? sum + performed.set.reps : sum
        }
      }
      guard
        let challenge = catalogue[workout.challenge], workout.isEligible(in: challenge)
      else { return sum }
      return sum + challenge.reps(in: workout) { goal.includes($0, aliases) }
    }
  }
}

extension StatisticsStore {
  /// Returns a person's current and longest streaks of periods.
  ///
  /// - Parameters:
  ///   - training: The days on which the person trains; all days for a streak of weeks.
  ///   - today: The current local day, counted from 1970-01-01.
  /// - Complexity: O(r) in the stored runs of periods.
  func streak(
    of person: Int64, in calendar: PeriodCalendar, _ training: TrainingDays = .all, today: Int64
  ) throws -> Streak {
    let runs = try connection.all(
      "SELECT first, last FROM runs WHERE person = ? AND calendar = ? ORDER BY last",
      .integer(person), .integer(calendar.number)
    ) { (first: $0.day("first"), last: $0.day("last")) }
    return Streak(of: runs, training: training, today: calendar.period(of: today))
  }
}

/// A division of time into the periods of the table `periods`.
enum PeriodCalendar {
  case everything
  case weeks(Settings.WeekStart)
  case days

  /// The value of the column `calendar`.
  var number: Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): Int64(start.weekday)
    case .days: 8
    }
  }

  /// Returns the number of the period that contains a day.
  ///
  /// - Parameter day: The day, counted from 1970-01-01.
  func period(of day: Int64) -> Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): (day - Self.firstDay(start)).flooredDivision(by: 7)
    case .days: day
    }
  }

  /// Returns the first day of week number 0, far enough in the past to make all numbers positive. 1970 began on a
  /// Thursday.
  private static func firstDay(_ start: Settings.WeekStart) -> Int64 {
    Int64(start.weekday) - 4 - 7 * 200_000
  }
}
