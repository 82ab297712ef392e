import FoundationEssentials

/// A finished workout.
public struct Workout: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var challenge: Challenge.ID

  /// The name of the person who did the workout.
  public var user: String

  /// The start time by the wall clock, in whole milliseconds.
  public var startedAt: Date

  /// The local offset from UTC at the start, in seconds. It determines the ``localStart``, whatever the system's time zone is.
  public var utcOffset: Int

  /// The events of the workout.
  public var log: WorkoutLog

  /// The person's note, if any.
  public var note: WorkoutNote?

  /// The figures that the person added.
  public var figures: WorkoutFigures

  /// - Parameter utcOffset: `nil` for a workout that starts in the time zone of the system.
  public init(
    id: UUID, challenge: Challenge.ID, user: String, startedAt: Date, utcOffset: Int? = nil,
    log: WorkoutLog, note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures()
  ) {
    self.id = id
    self.challenge = challenge
    self.user = user
    self.startedAt = startedAt
    self.utcOffset = utcOffset ?? LocalTime(startedAt).offset
    self.log = log
    self.note = note
    self.figures = figures
  }

  /// The local start, which all lists show.
  public var localStart: LocalTime { LocalTime(startedAt, utcOffset: utcOffset) }

  /// Returns the local offset from UTC at a corrected start, in seconds.
  ///
  /// If the system's time zone has the workout's offset at the old start, it also determines the new offset, which
  /// may differ because of daylight saving time. Otherwise only the old offset is known.
  public func utcOffset(at date: Date) -> Int {
    LocalTime(startedAt).offset == utcOffset ? LocalTime(date).offset : utcOffset
  }

  /// The duration without pauses, in whole milliseconds.
  public var duration: Duration { log.duration }

  /// The number of reps, including those that don't score.
  public var reps: Int { log.repCount }

  /// The sets of a strength session.
  public var sets: [PerformedSet] { log.sets }

  public var provenance: Provenance { log.provenance }

  /// Whether the times of the reps were recorded.
  public var hasRecordedRepTimes: Bool { !log.reps.isEmpty }

  /// Returns the time at which a set was entered, by the wall clock.
  public func time(of set: PerformedSet) -> Date {
    Date(millisecondsSince1970: startedAt.millisecondsSince1970 + set.instant.wholeMilliseconds)
  }

  /// The time of the result on a leaderboard: the start time plus the duration.
  public var achievedAt: Date { startedAt.addingTimeInterval(duration / .seconds(1)) }

  /// Returns the offset from UTC with which a workout starts on a day: the preferred one, or else the closest to it.
  ///
  /// - Parameters:
  ///   - startedAt: The start, in milliseconds since 1970.
  ///   - day: The local day of the start, counted from 1970-01-01.
  ///   - preferred: The preferred offset in seconds, like the result.
  public static func utcOffset(startedAt: Int64, day: Int64, preferred: Int) -> Int {
    let midnight = day * 86_400 - startedAt.flooredDivision(by: 1000)
    return Int(Int64(preferred).clamped(to: midnight...midnight + 86_399))
  }

  /// The end of a page of a history.
  public struct Cursor: Hashable, Sendable {
    public let startedAt: Date
    public let id: Workout.ID

    public init(startedAt: Date, id: Workout.ID) {
      self.startedAt = startedAt
      self.id = id
    }
  }

  /// The cursor of a page that ends with this workout.
  public var cursor: Cursor { Cursor(startedAt: startedAt, id: id) }

  // MARK: - Provenance

  /// The provenance of a workout's result; empty if all reps, or the time, were counted live without a pause.
  public struct Provenance: OptionSet, Hashable, Sendable {
    /// The bits in the database.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The result was typed in, with `ladder log` or in the editor. Reps without instants are always typed.
    public static let typed = Provenance(rawValue: 1)
    /// The reps or the time were changed afterwards.
    public static let edited = Provenance(rawValue: 2)
    /// The workout comes from another program.
    public static let imported = Provenance(rawValue: 4)
    /// The clock was stopped during the workout, by a pause or by the end of the program.
    public static let paused = Provenance(rawValue: 8)

    /// Whether the result was counted or timed live, and not changed afterwards. It can have pauses.
    public var isLive: Bool { isDisjoint(with: [.typed, .edited, .imported]) }
  }
}

extension Workout.Provenance {
  /// The marks in lists and their meanings. All are ASCII, so that every terminal can show them.
  private static let marks: [(provenance: Self, sign: String, words: String, name: String)] = [
    (.typed, "*", "typed in", "typed"),
    (.edited, "~", "edited", "edited"),
    (.imported, "+", "imported", "imported"),
    (.paused, "=", "paused", "paused"),
  ]

  /// The members in words: `typed in`, `edited`.
  public var words: [String] { Self.marks.filter { contains($0.provenance) }.map(\.words) }

  /// The members' names for programs: `typed`, `edited`, `imported`, `paused`.
  public var names: [String] { Self.marks.filter { contains($0.provenance) }.map(\.name) }

  /// Returns the mark after a name in a list; empty for a workout that was counted live without a pause.
  ///
  /// - Parameter canDrawSigns: Whether signs can be shown: ` *=`; otherwise words for screen readers: `, typed in, paused`.
  public func mark(_ canDrawSigns: Bool) -> String {
    if isEmpty { return "" }
    if !canDrawSigns { return words.map { ", \($0)" }.joined() }
    let signs = Self.marks.filter { contains($0.provenance) }.map(\.sign).joined()
    return signs.isEmpty ? "" : " \(signs)"
  }

  /// Returns the explanation of the marks of a list: `* typed in   = paused`; `nil` if no workout has a mark.
  ///
  /// - Complexity: O(n).
  public static func legend(of workouts: some Sequence<Self>) -> String? {
    let all = workouts.reduce(into: Self()) { $0.formUnion($1) }
    let texts = marks.filter { all.contains($0.provenance) }.map { "\($0.sign) \($0.words)" }
    return texts.isEmpty ? nil : texts.joined(separator: "   ")
  }
}

extension Workout {
  /// The pauses in words: `paused for 0:45`, `paused 2 times for 1:10`; `nil` without a pause.
  ///
  /// - Complexity: O(n) in the pauses.
  public var pauseText: String? {
    guard provenance.contains(.paused) else { return nil }
    guard !log.pauses.isEmpty else { return "with a pause" }
    let count = log.pauses.count
    let total = log.pauseTotal.pauseText
    return count == 1 ? "paused for \(total)" : "paused \(count) times for \(total)"
  }
}

extension WorkoutLog.Pause {
  /// The pause in words: `0:45 at 1:20`.
  public var text: String { "\(length.pauseText) at \(instant.minutesText)" }
}

extension Duration {
  /// The length of a pause in minutes and seconds, rounded to at least a second.
  fileprivate var pauseText: String {
    Duration.seconds(max(1, (wholeMilliseconds + 500) / 1000)).minutesText
  }
}

// MARK: - Text

extension Challenge {
  /// The text for a workout without a score, because no rep was done or no time was held.
  public static let noScore = "no score"
  /// The text for a workout with an impossible log.
  public static let notRanked = "not ranked"

  /// Returns a workout's result for a person: `42 reps`, ``noScore`` or ``notRanked``. All screens use it.
  ///
  /// - Parameter isShort: Whether to use ``shortText(_:)``.
  /// - Complexity: O(n) in the reps.
  public func resultText(of workout: Workout, isShort: Bool = false) -> String {
    guard impossibilityReason(of: workout) == nil else { return Self.notRanked }
    guard let score = score(of: workout) else { return Self.noScore }
    return isShort ? shortText(score) : text(score)
  }

  /// Returns the reps and the time of an unfinished workout: `12 reps in 00:40.00`, or only the time if it has no reps.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultText(of draft: WorkoutDraft) -> String {
    let reps = routine.repCount(of: draft.log)
    return (hasReps ? "\(reps.repsText) in " : "") + draft.duration.clockText
  }

  /// Returns the time for a list, in the form of leaderboards.
  ///
  /// - Complexity: As ``score(of:)``.
  public func timeColumn(of workout: Workout) -> String {
    (score(of: workout)?.duration ?? workout.duration).clockText
  }
}

extension WorkoutDraft {
  /// Returns the name of the workout's challenge, or the exercises of a strength session.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func title(of challenge: Challenge?) -> String {
    workout(by: "").title(of: challenge)
  }

  /// Returns the reps and the time, like ``Challenge/resultText(of:)``, or the number of sets.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func resultText(of challenge: Challenge?) -> String {
    challenge?.resultText(of: self) ?? log.sets.countText
  }
}

extension Workout {
  /// Returns the name of the workout's challenge, or the exercises of a strength session.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func title(of challenge: Challenge?) -> String {
    if !sets.isEmpty { return sets.exercisesText }
    return challenge?.name ?? self.challenge.description
  }
}

extension Catalogue {
  /// Returns the name of a challenge, or its ID if it is unknown.
  public func name(of challenge: Challenge.ID) -> String {
    self[challenge]?.name ?? (challenge == .strength ? "Strength" : challenge.description)
  }

  /// Returns the title of a workout, like ``Workout/title(of:)``.
  public func name(of workout: Workout) -> String {
    workout.title(of: self[workout.challenge])
  }

  /// Returns the result for a list, like ``Challenge/resultText(of:isShort:)``, or the reps if the challenge is
  /// unknown, or the volume or the number of sets of a strength session.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultColumn(of workout: Workout) -> String {
    if !workout.sets.isEmpty { return workout.sets.volumeText ?? workout.sets.countText }
    if let challenge = self[workout.challenge] {
      return challenge.resultText(of: workout, isShort: true)
    }
    return workout.reps > 0 ? workout.reps.repsText : Challenge.noScore
  }

  /// Returns the time, like ``Challenge/timeColumn(of:)``, also for unknown challenges.
  public func timeColumn(of workout: Workout) -> String {
    self[workout.challenge]?.timeColumn(of: workout) ?? workout.duration.clockText
  }
}

// MARK: - Notes

/// A person's note about a workout, in one line.
///
/// It is sanitized like a ``PersonName``, never empty, and at most ``WorkoutNote/maxWidth`` columns wide.
public struct WorkoutNote: Hashable, Sendable, CustomStringConvertible {
  /// The maximum width of a note in columns, which fits a small screen.
  public static let maxWidth = 200

  /// The note as text.
  public let text: String

  public var description: String { text }

  /// Creates a note from entered text or the contents of a file.
  ///
  /// Unsupported characters are removed, and a text that is too wide is truncated.
  ///
  /// - Returns: `nil` if the result is empty.
  /// - Complexity: O(1), because only the first few thousand characters are read.
  public init?(_ raw: some StringProtocol) {
    guard let text = String(sanitizing: raw, maxWidth: Self.maxWidth) else { return nil }
    self.text = text
  }

  /// Returns whether a text is wider than ``maxWidth``.
  ///
  /// - Complexity: O(n).
  public static func isTooWide(_ raw: some StringProtocol) -> Bool { raw.maxColumnWidth > maxWidth }
}
