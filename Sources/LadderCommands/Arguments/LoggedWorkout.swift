import FoundationEssentials
import Models

/// A workout from a command line: reps, duration and start.
struct LoggedWorkout: Hashable {
  let challenge: Challenge
  let reps: Int
  let duration: Duration
  /// When it began.
  let startedAt: Date
  let note: WorkoutNote?

  /// Longer than any workout, and short enough for every log.
  private static let longest = Duration.seconds(86_400)

  /// - Parameters:
  ///   - reps: What `--reps` said, if it was there, and so on.
  ///   - now: When it is told, which is when it ended unless `--at` says when it began.
  /// - Throws: ``UsageError``.
  init(
    _ challenge: Challenge, reps: String?, time: String?, at: String?, note: String? = nil,
    now: Date
  ) throws {
    self.challenge = challenge
    duration = try Self.duration(time, of: challenge)
    self.reps = try Self.reps(reps, of: challenge)
    self.note = try note.flatMap(Self.note)
    guard max(challenge.minimumGap, RepLog.leastGap) * self.reps <= duration else {
      throw UsageError(
        "\(self.reps) reps in \(duration.minutesText) is faster than anybody does them; "
          + "look at --reps and --time")
    }
    guard let at else {
      startedAt = now.addingTimeInterval(-(duration / .seconds(1)))
      return
    }
    guard let moment = Date(written: at, today: now) else {
      throw UsageError(
        "--at must be a time such as \"2026-03-01 06:30\", \"06:30\" for today, or one in "
          + "ISO 8601, not \(at.quoted)")
    }
    guard moment <= now else { throw UsageError("--at \(at.quoted) has not come yet") }
    startedAt = moment
  }

  private static func duration(_ text: String?, of challenge: Challenge) throws -> Duration {
    let limit = challenge.scoring.timeLimit
    guard let text else {
      if let limit { return limit }
      throw UsageError("\"log \(challenge.id)\" needs --time, as in --time 04:30")
    }
    guard let duration = Duration(written: text), duration > .zero, duration <= longest else {
      throw UsageError(
        "--time must be minutes and seconds, as in 04:30 or 04:30.25, not \(text.quoted)")
    }
    if let limit, duration > limit {
      throw UsageError(
        "--time \(text.quoted) is more than the \(limit.minutesText) of \(challenge.id)")
    }
    return duration
  }

  private static func reps(_ text: String?, of challenge: Challenge) throws -> Int {
    guard challenge.scoring.countsReps else {
      guard text == nil else {
        throw UsageError("\(challenge.id) is held, not counted; leave --reps out")
      }
      return 0
    }
    guard let text else {
      if let goal = challenge.scoring.repGoal { return goal }
      throw UsageError("\"log \(challenge.id)\" needs --reps, as in --reps 30")
    }
    guard let reps = Int(text), (1...100_000).contains(reps) else {
      throw UsageError("--reps must be a whole number from 1 to 100000, not \(text.quoted)")
    }
    if let goal = challenge.scoring.repGoal, reps > goal {
      throw UsageError("--reps \(text.quoted) is more than the \(goal) of \(challenge.id)")
    }
    return reps
  }

  private static func note(_ text: String) throws -> WorkoutNote? {
    guard !WorkoutNote.isTooWide(text) else {
      throw UsageError("--note is at most \(WorkoutNote.widest) columns wide; make it shorter")
    }
    return WorkoutNote(text)
  }

  /// Returns the workout with its reps evenly spread, because their times are not known.
  func draft() -> WorkoutDraft {
    let total = duration.wholeMilliseconds
    let log = RepLog(
      milliseconds: (0..<Int64(reps)).map { UInt32(total * ($0 + 1) / Int64(reps)) })
    // They rise, for there is at least a millisecond for each.
    return WorkoutDraft(
      id: UUID(), challenge: challenge.id, startedAt: startedAt, duration: duration,
      log: log ?? RepLog())
  }
}

extension Duration {
  /// Reads `mm:ss` or `h:mm:ss`, with up to three digits of a fraction.
  init?(written text: String) {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    let fields = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard let number = Int(digits: field, at: index == 0 ? 1...4 : 2...2),
        index == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    var milliseconds = 0
    if halves.count == 2 {
      guard let number = Int(digits: halves[1], at: 1...3) else { return nil }
      milliseconds = number * [100, 10, 1][halves[1].count - 1]
    }
    self = .milliseconds(seconds * 1000 + milliseconds)
  }
}

extension Int {
  /// Reads digits and nothing else, so many of them.
  fileprivate init?(digits: Substring, at count: ClosedRange<Int>) {
    guard count.contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      return nil
    }
    self.init(digits)
  }
}
