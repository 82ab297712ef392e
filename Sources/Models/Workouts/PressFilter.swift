/// A rule that tells the presses of one key from the repeats of that key while it is held.
///
/// Most terminals send a held key as a row of presses: the press itself, the first repeat after an initial delay of 250
/// to 660 ms, then one repeat every 16 to 50 ms. A person's fastest reps, such as a jump rope's, come every 150 to 300
/// ms. So the time between two events tells them apart:
///
/// - An event at least a gap (80 ms by default) after the key's last event is a press, and counts.
/// - One that comes sooner is ignored.
/// - Only the first repeat passes for a press, because of the delay before it. It is taken back when two events have
///   followed it, each sooner than any rep (``RepLog/leastGap``) and both after the same time, to within 10 ms: so
///   steady and so fast is a keyboard, and no person. One such event, from a contact that bounces or a finger that hits
///   twice, takes nothing back.
///
/// Where the terminal tells when the key goes up (``release(at:)``), nothing needs to be guessed: what comes while it is
/// down is a repeat, and the next press after that counts at once.
///
/// `docs/KEYS.md` has the recorded timings that the rule is tested with.
///
/// ```swift
/// switch filter.press(at: uptime, gap: .milliseconds(80)) {
/// case .counts: log.append(instant)
/// case .ignored(_, let takenBack): for _ in 0..<takenBack { log.removeLast() }
/// }
/// ```
public struct PressFilter: Hashable, Sendable {
  /// The default of the shortest time between two presses that count: longer than the interval of any keyboard's
  /// repeats, even when a line delays one of them, and about half of the shortest time between a person's reps.
  public static let standardGap = Duration.milliseconds(80)

  public enum Verdict: Hashable, Sendable {
    case counts
    /// It does not count, and `takingBack` presses before it turned out to be repeats.
    case ignored(Reason, takingBack: Int)
  }

  /// A reason for which a press does not count.
  public enum Reason: Hashable, Sendable {
    /// It came within the gap.
    case tooSoon
    /// The key is held.
    case held
  }

  /// The range of a keyboard's initial delay; keyboards can mostly be set to a second. A key that has been silent for
  /// longer has gone up unnoticed.
  private static let delayRange = Duration.milliseconds(200)...Duration.seconds(1)

  /// Shorter than the interval of the fastest keyboard's repeats, longer than contacts bounce.
  private static let longestBounce = Duration.milliseconds(10)

  /// The most that two intervals of a keyboard's repeats differ by; recorded ones differ by 6 ms at most.
  private static let steadiness = Duration.milliseconds(10)

  /// The instant of the last event, counted or not.
  private var last: Duration?
  /// Whether the last event was none to be counted (``note(at:)``).
  private var isNoted = false
  /// Whether the last event counted.
  private var hasCounted = false
  /// The presses at the last counted instant that may yet turn out to be repeats.
  private var provisionalCount = 0
  /// The time between the last event and the one before, where that is too short for a rep.
  private var shortInterval: Duration?
  /// Whether the key repeats, which only a key that is held does.
  private var isHeld = false
  /// Whether the key has not gone up since its last event, as far as was told.
  private var isDown = false
  /// Whether the terminal tells when this key goes up.
  private var isTold = false

  public init() {}

  /// Judges one press.
  ///
  /// Presses with the same instant arrived in one read. No keyboard repeats in no time, so they are presses of a script
  /// or of a slow line, and all of them count where the first does.
  ///
  /// - Parameters:
  ///   - instant: When it arrived; never earlier than the one before.
  ///   - gap: The shortest time between two presses that count; with zero, all do.
  /// - Complexity: O(1).
  public mutating func press(at instant: Duration, gap: Duration) -> Verdict {
    guard gap > .zero else { return .counts }
    defer {
      last = instant
      isDown = true
      isNoted = false
    }
    guard let last, !isNoted || instant - last >= gap else { return count() }
    let passed = instant - last
    if isTold { return pressTold(after: passed) }
    if passed == .zero { return hasCounted ? countAgain() : ignore() }
    if passed >= gap {
      // A line that stalls delays a repeat, too.
      let earliest = isHeld ? .zero : Self.delayRange.lowerBound
      return count(isProvisional: (earliest...Self.delayRange.upperBound).contains(passed))
    }
    // After a bounce, the next repeat still finds what there is to be taken back.
    if passed >= Self.longestBounce, passed <= RepLog.leastGap { noteShortInterval(passed) }
    return ignore()
  }

  private mutating func noteShortInterval(_ interval: Duration) {
    if let shortInterval, (interval - shortInterval).magnitude <= Self.steadiness { isHeld = true }
    shortInterval = interval
  }

  private mutating func count(isProvisional: Bool = false) -> Verdict {
    hasCounted = true
    provisionalCount = isProvisional ? 1 : 0
    shortInterval = nil
    isHeld = false
    return .counts
  }

  /// Counts a press of the same instant as one that counted.
  private mutating func countAgain() -> Verdict {
    if provisionalCount > 0 { provisionalCount += 1 }
    return .counts
  }

  private mutating func ignore() -> Verdict {
    hasCounted = false
    guard isHeld else { return .ignored(.tooSoon, takingBack: 0) }
    defer { provisionalCount = 0 }
    return .ignored(.held, takingBack: provisionalCount)
  }

  private mutating func pressTold(after passed: Duration) -> Verdict {
    provisionalCount = 0
    if isDown, passed <= Self.delayRange.upperBound { return .ignored(.held, takingBack: 0) }
    let isBounce = !isDown && passed > .zero && passed < Self.longestBounce
    return isBounce ? .ignored(.tooSoon, takingBack: 0) : .counts
  }

  /// Takes note of a press that did something else, such as the one that started the workout.
  ///
  /// What comes within the gap after it counts; what comes later may be its first repeat.
  public mutating func note(at instant: Duration) {
    self = PressFilter()
    last = instant
    isNoted = true
  }

  /// Whether the key is down, as far as was told.
  public var isPressed: Bool { isDown }

  /// The key went up: its next press is one.
  public mutating func release(at instant: Duration) {
    isNoted = false
    last = instant
    provisionalCount = 0
    isDown = false
    isTold = true
  }

  /// The key went up under another name.
  public mutating func releaseUnnamed() { isDown = false }

  /// The terminal said itself that the key is held, and that the press that follows is a repeat.
  public mutating func hold(at instant: Duration) {
    isNoted = false
    last = instant
    provisionalCount = 0
    isDown = true
    isTold = true
  }

  /// Takes what has counted so far for good: none of it will be taken back.
  public mutating func settle() { provisionalCount = 0 }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
