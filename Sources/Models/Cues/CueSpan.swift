/// A part of a workout that the clock ends, with its cues: halfway, ten seconds left, and three, two, one.
///
/// ```swift
/// let minute = CueSpan(start: .zero, end: .seconds(60))
/// minute.nextInstant(after: .zero)                           // 30 seconds
/// minute.cue(after: .seconds(49), through: .seconds(50))     // .ten
/// ```
public struct CueSpan: Hashable, Sendable {
  public let start: Duration
  public let end: Duration
  /// Whether the halfway point is announced: in work, but not in a rest.
  public let hasHalf: Bool

  public init(start: Duration, end: Duration, hasHalf: Bool = true) {
    self.start = start
    self.end = end
    self.hasHalf = hasHalf
  }

  /// The shortest part whose halfway point is announced.
  static let minLengthWithHalf = Duration.seconds(60)
  /// The shortest part whose last ten seconds are announced.
  static let minLengthWithTen = Duration.seconds(30)
  /// The shortest part with a countdown.
  static let minLengthWithCountdown = Duration.seconds(5)
  /// The maximum delay of a cue. A later cue is dropped: the machine slept or the process was stopped.
  static let maxLateness = Duration.seconds(1)

  /// A cue that is due.
  public struct Due: Hashable, Sendable {
    public let cue: Cue
    /// The instant at which it was due.
    public let instant: Duration
    /// The seconds until the end, rounded up.
    public let secondsLeft: Int
  }

  /// Returns the first instant after `time` that has a cue; `nil` if there is none.
  ///
  /// - Complexity: O(1), without allocation.
  public func nextInstant(after time: Duration) -> Duration? {
    for index in 0..<Self.markCount {
      if let mark = mark(index), mark.instant > time { return mark.instant }
    }
    return nil
  }

  /// Returns the latest cue after `time` and up to `now`; `nil` if there is none, or if it is more than a second late.
  ///
  /// - Complexity: O(1), without allocation.
  public func cue(after time: Duration, through now: Duration) -> Due? {
    for index in (0..<Self.markCount).reversed() {
      guard let mark = mark(index), mark.instant <= now else { continue }
      return mark.instant > time && now - mark.instant < Self.maxLateness ? mark : nil
    }
    return nil
  }

  private static let markCount = 5

  /// Returns the cue with an index in chronological order; `nil` if the part is too short for it.
  private func mark(_ index: Int) -> Due? {
    let length = end - start
    switch index {
    case 0:
      guard hasHalf, length >= Self.minLengthWithHalf else { return nil }
      let instant = start + length / 2
      return Due(cue: .half, instant: instant, secondsLeft: Int((end - instant).components.seconds))
    case 1:
      return length >= Self.minLengthWithTen ? due(.ten, secondsLeft: 10) : nil
    default:
      return length >= Self.minLengthWithCountdown ? due(.countdown, secondsLeft: 5 - index) : nil
    }
  }

  private func due(_ cue: Cue, secondsLeft: Int) -> Due {
    Due(cue: cue, instant: end - .seconds(secondsLeft), secondsLeft: secondsLeft)
  }
}

extension RoutineCursor {
  /// The part that the clock ends next: the set, the rest, or a round or group around it.
  ///
  /// - Complexity: O(1), without allocation.
  public var cueSpan: CueSpan? {
    guard !isFinished, let end = nextChange else { return nil }
    guard deadlineLoop >= 0 else {
      return CueSpan(start: stepStart, end: end, hasHalf: isWorking)
    }
    // Rounds that start at fixed times have no halfway cue: only their ends matter.
    let isLimit = program.loops[Int(loops[deadlineLoop])].rounds == nil
    let start = isLimit ? loopStarts[deadlineLoop] : roundStarts[deadlineLoop]
    return CueSpan(start: .milliseconds(start), end: end, hasHalf: isLimit)
  }

  /// Whether the position is in a set rather than in a rest or a wait.
  private var isWorking: Bool { program.instructions[index].kind == .work }

  /// The text that is spoken when the current set or rest begins: "squat, 20 seconds", "rest, next plank, 1 minute".
  public var spokenText: String {
    if let step { return step.spokenText }
    switch next {
    case .step(let step): return "rest, next \(step.spokenText)"
    case .rest, .group, nil: return "rest"
    }
  }
}

extension Routine.Step {
  /// The exercise and the target of a set as they are spoken: "push-up, 10", "plank, 1 minute 30".
  fileprivate var spokenText: String {
    switch target {
    case .reps(let count): "\(exercise), \(count)"
    case .time(let time): "\(exercise), \(time.spokenText)"
    case .distance(let number, let unit): "\(exercise), \(number.text) \(unit.spokenText)"
    case .max: exercise
    }
  }
}

extension Routine.DistanceUnit {
  fileprivate var spokenText: String {
    switch self {
    case .meters: "meters"
    case .kilometers: "kilometers"
    case .miles: "miles"
    }
  }
}

extension Duration {
  /// The time as it is spoken: "20 seconds", "1 minute 30", "2 minutes".
  public var spokenText: String {
    let (minutes, seconds) = components.seconds.quotientAndRemainder(dividingBy: 60)
    guard minutes > 0 else { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\(minutes) \(minutes == 1 ? "minute" : "minutes")" + (seconds > 0 ? " \(seconds)" : "")
  }
}
