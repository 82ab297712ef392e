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

  /// The progress of the next session, if some of its sets are done.
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
  /// The first is 1.
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
  /// The first is 1.
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
