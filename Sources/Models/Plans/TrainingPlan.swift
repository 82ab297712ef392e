import FoundationEssentials

/// A series of sessions from one test of a challenge to the next.
///
/// The sessions are computed from the test by ``PlanRule``, so only the progress is stored. A missed session delays all
/// later ones.
public struct TrainingPlan: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let challenge: Challenge.ID
  public let test: TestResult

  /// The days of the finished sessions in order, in days since 1970.
  public var completedDays: [Int64]

  /// The progress of the next session; `nil` if none of its sets are done.
  public var progress: Progress?

  /// The progress of an unfinished session.
  public struct Progress: Hashable, Sendable {
    /// The number of finished sets.
    public var sets: Int
    /// The day of these sets, in days since 1970.
    public var day: Int64

    public init(sets: Int, day: Int64) {
      self.sets = sets
      self.day = day
    }
  }

  public init(
    id: UUID, challenge: Challenge.ID, test: TestResult, completedDays: [Int64] = [],
    progress: Progress? = nil
  ) {
    self.id = id
    self.challenge = challenge
    self.test = test
    self.completedDays = completedDays
    self.progress = progress
  }

  /// All sessions in order, without the test at the end.
  public var sessions: [TrainingSession] { PlanRule(test).sessions }

  /// The next session; `nil` if only the test remains.
  public var nextSession: TrainingSession? {
    completedDays.count < sessions.count ? sessions[completedDays.count] : nil
  }

  /// Returns the next set on `today`; `nil` if only the test remains.
  ///
  /// A session must be done on one day, so sets of an earlier day don't count.
  public func nextSet(today: Int64) -> PlannedSet? {
    guard let session = nextSession else { return nil }
    let sets = progress.map { $0.day == today ? $0.sets : 0 } ?? 0
    return PlannedSet(session: session, number: min(sets, session.sets - 1) + 1)
  }

  /// Records a finished set.
  ///
  /// A set of a session other than the next one is ignored.
  public mutating func finish(_ set: PlannedSet, on day: Int64) {
    guard set.session.number == completedDays.count + 1 else { return }
    if set.isLast {
      completedDays.append(day)
      progress = nil
    } else {
      progress = Progress(sets: set.number, day: day)
    }
  }
}

/// A training session on one day: a number of equal sets.
public struct TrainingSession: Hashable, Sendable {
  /// The number of the session, counted from 1.
  public let number: Int
  public let sets: Int
  public let amount: SetAmount

  /// `5 x 13 reps`.
  public var text: String { "\(sets) x \(amount.text)" }

  /// `5 x 13`.
  public var shortText: String { "\(sets) x \(amount.shortText)" }

  /// The week of the session, counted from 1.
  public var week: Int { (number - 1) / PlanRule.sessionsPerWeek + 1 }
}

/// A set of a session.
public struct PlannedSet: Hashable, Sendable {
  public let session: TrainingSession
  /// The number of the set, counted from 1.
  public let number: Int

  public init(session: TrainingSession, number: Int) {
    self.session = session
    self.number = number
  }

  public var isLast: Bool { number >= session.sets }

  /// The next set of the session, if any.
  public var next: PlannedSet? {
    isLast ? nil : PlannedSet(session: session, number: number + 1)
  }
}

// MARK: - Days

extension TrainingPlan {
  /// Returns the day of each session and of the test after them, as of `today`.
  ///
  /// A finished session has the day on which it was done. The next one is due a fixed number of days later, or today if
  /// that day has passed or some sets of the session were done today. The others follow at fixed intervals.
  public func days(today: Int64) -> [Int64] {
    var days = completedDays
    let rule = PlanRule(test)
    var last = completedDays.last ?? test.day
    for number in days.count + 1...max(days.count, sessions.count) + 1 {
      last += rule.dayCount(before: number)
      if days.count == completedDays.count {
        last = progress?.day == today ? today : max(last, today)
      }
      days.append(last)
    }
    return days
  }

  /// The days of the sessions if each is done when it is due.
  var scheduledDays: [Int64] {
    let rule = PlanRule(test)
    var day = test.day
    return sessions.indices.map { index in
      day += rule.dayCount(before: index + 1)
      return day
    }
  }

  /// Returns the day of the next session, or of the test after the last session.
  public func nextDay(today: Int64) -> Int64 { days(today: today)[completedDays.count] }
}

extension [TrainingPlan] {
  /// Returns the plan that is due first; if several are due that day, the one whose last session was earliest.
  public func next(today: Int64) -> TrainingPlan? {
    self.min { lhs, rhs in
      let (left, right) = (lhs.nextDay(today: today), rhs.nextDay(today: today))
      guard left == right else { return left < right }
      return (lhs.completedDays.last ?? lhs.test.day) < (rhs.completedDays.last ?? rhs.test.day)
    }
  }
}

extension Int64 {
  /// Returns this day, given in days since 1970, as text relative to `today`: `today`, `tomorrow`, `in 3 days`.
  public func dueText(today: Int64) -> String {
    switch self - today {
    case ...0: "today"
    case 1: "tomorrow"
    case let days: "in \(days) days"
    }
  }

  /// This day, given in days since 1970, as text without the year: `Wed 7 Jan`.
  public var dayText: String {
    let date = CivilDate(daysSince1970: self)
    return "\(date.weekdayName) \(date.day) \(date.monthName)"
  }
}

// MARK: - Calendar

extension TrainingPlan {
  /// Returns the events of the sessions that aren't done, and of the test after them.
  ///
  /// - Parameters:
  ///   - name: The name of the challenge.
  ///   - rest: The rest between two sets, in whole seconds.
  public func calendarEvents(named name: String, today: Int64, rest: Int) -> [CalendarText.Event] {
    let days = days(today: today)
    let open = sessions.dropFirst(completedDays.count).map { session in
      CalendarText.Event(
        id: id(of: "session-\(session.number)"), day: days[session.number - 1],
        title: "\(name): \(session.text)",
        details: "Session \(session.number) of \(sessions.count), \(rest) s of rest between sets")
    }
    let test = CalendarText.Event(
      id: id(of: "test"), day: days[sessions.count], title: "\(name): test again",
      details: "The result is the basis of the next plan")
    return open + [test]
  }

  private func id(of part: String) -> String { "\(id.uuidString.lowercased())-\(part)@ladder" }
}

// MARK: - Routines

extension TrainingSession {
  /// Returns the session as a routine: `push-up 5x13 rest 1:30`.
  ///
  /// It isn't stored: a plan computes its ``TrainingPlan/sessions`` from its test.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the plan. If its routine is not a single set, its name becomes the exercise.
  ///   - rest: The rest after each set in whole seconds; 0 for none.
  /// - Returns: `nil` if the session violates a limit of routines.
  public func routine(of challenge: Challenge, rest: Int) -> Routine? {
    var exercise = Routine.plainExerciseName(challenge.name)
    if challenge.routine.isSingleSet, case .step(let step)? = challenge.routine.blocks.first {
      exercise = step.exercise
    }
    let target: Routine.Target =
      switch amount {
      case .reps(let reps, _): .reps(reps)
      case .hold(let seconds): .time(.seconds(seconds))
      }
    let step = Routine.Step(
      exercise, sets: sets, target, rest: rest > 0 ? .seconds(rest) : nil)
    return try? Routine([.step(step)])
  }
}

// MARK: - Changes

/// The effect of deleting a test, or of undoing the deletion, on the training plan of its challenge.
public enum PlanChange: Hashable, Sendable {
  /// The plan of the test has ended, and there is no previous plan.
  case ended
  /// The plan of the test has ended, and the person follows the previous plan again.
  case replacedByPrevious
  /// The person follows the plan of the test again.
  case restored

  /// The change as the end of a sentence about the workout: `its plan has ended`.
  public var text: String {
    switch self {
    case .ended: "its plan has ended"
    case .replacedByPrevious: "your previous plan is back"
    case .restored: "its plan is back"
    }
  }
}
