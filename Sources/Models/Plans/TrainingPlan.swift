import FoundationEssentials

/// A ladder of sessions from one test of a challenge to the next.
///
/// What its sessions are follows from the test alone, by ``LadderRule``; what is kept beside it is what has been done. A
/// session that was missed waits, and all that come after it wait with it.
public struct TrainingPlan: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let challenge: Challenge.ID
  public let test: TestResult

  /// The days on which sessions were done, first session first, in days since 1970.
  public var done: [Int64]

  /// The next session, where some of its sets are done.
  public var begun: Begun?

  /// A session in the midst of its sets.
  public struct Begun: Hashable, Sendable {
    /// How many sets are done.
    public var sets: Int
    /// The day they were done on.
    public var day: Int64

    public init(sets: Int, day: Int64) {
      self.sets = sets
      self.day = day
    }
  }

  public init(
    id: UUID, challenge: Challenge.ID, test: TestResult, done: [Int64] = [], begun: Begun? = nil
  ) {
    self.id = id
    self.challenge = challenge
    self.test = test
    self.done = done
    self.begun = begun
  }

  /// All sessions, the first one first; the test at the end is none of them.
  public var sessions: [TrainingSession] { LadderRule(test).sessions }

  /// The next session; `nil` when only the test is left.
  public var nextSession: TrainingSession? {
    done.count < sessions.count ? sessions[done.count] : nil
  }

  /// The set to do next on `today`; `nil` when only the test is left.
  ///
  /// Sets of an earlier day are no head start: a session is what is done on one day.
  public func nextSet(today: Int64) -> PlannedSet? {
    guard let session = nextSession else { return nil }
    let sets = begun.map { $0.day == today ? $0.sets : 0 } ?? 0
    return PlannedSet(session: session, number: min(sets, session.sets - 1) + 1)
  }

  /// Notes that `set` was done.
  ///
  /// One of a session that is done already, or not reached yet, changes nothing.
  public mutating func finish(_ set: PlannedSet, on day: Int64) {
    guard set.session.number == done.count + 1 else { return }
    if set.isLast {
      done.append(day)
      begun = nil
    } else {
      begun = Begun(sets: set.number, day: day)
    }
  }
}

/// One day's training: so many sets of so much.
public struct TrainingSession: Hashable, Sendable {
  /// The first is 1.
  public let number: Int
  public let sets: Int
  public let amount: SetAmount

  /// `5 x 13 reps`.
  public var text: String { "\(sets) x \(amount.text)" }

  /// `5 x 13`.
  public var shortText: String { "\(sets) x \(amount.shortText)" }

  /// The week it is in; the first is 1.
  public var week: Int { (number - 1) / LadderRule.sessionsPerWeek + 1 }
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

  /// The one after it in its session.
  public var next: PlannedSet? {
    isLast ? nil : PlannedSet(session: session, number: number + 1)
  }
}
