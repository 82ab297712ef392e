/// A filter that distinguishes presses of a key from repeats of a held key.
///
/// Most terminals send a held key as a series of presses: the press itself, the first repeat after an initial delay of
/// 250 to 660 ms, then one repeat every 16 to 50 ms. A person's fastest reps, such as a jump rope's, come every 150 to
/// 300 ms. So the filter uses the time between two events:
///
/// - An event at least a gap (80 ms by default) after the key's last event is a press, and counts.
/// - An event after a shorter time is ignored.
/// - Only the first repeat counts as a press, because of the delay before it. It is removed once two events have
///   followed it with intervals that are shorter than any rep (``RepLog/minGap``) and equal to within 10 ms, which only
///   a keyboard produces. A single such event, from a bouncing contact or a double tap, removes nothing.
///
/// If the terminal reports releases (``release(at:)``), events while the key is down are repeats, and the next press
/// after a release counts immediately.
///
/// `docs/GUIDE.md` has the recorded timings with which the filter is tested.
///
/// ```swift
/// switch filter.press(at: uptime, gap: .milliseconds(80)) {
/// case .counts: log.append(instant)
/// case .ignored(_, let removedCount): for _ in 0..<removedCount { log.removeLast() }
/// }
/// ```
public struct PressFilter: Hashable, Sendable {
  /// The default minimum time between two presses that count.
  ///
  /// It is longer than the repeat interval of any keyboard, even with a delay on the line, and about half of the shortest
  /// time between a person's reps.
  public static let defaultGap = Duration.milliseconds(80)

  public enum Verdict: Hashable, Sendable {
    case counts
    /// The press doesn't count, and the last `removing` counted presses were repeats.
    case ignored(Reason, removing: Int)
  }

  /// A reason why a press doesn't count.
  public enum Reason: Hashable, Sendable {
    /// The press was within the gap.
    case tooSoon
    /// The key is held down.
    case held
  }

  /// The range of a keyboard's initial delay, which can usually be set to up to a second. After a longer time without
  /// events, the key isn't held.
  private static let delayRange = Duration.milliseconds(200)...Duration.seconds(1)

  /// The maximum time for which contacts bounce. Even the fastest keyboard's repeats have longer intervals.
  private static let maxBounceInterval = Duration.milliseconds(10)

  /// The maximum difference between two repeat intervals of a keyboard. Recorded ones differ by up to 6 ms.
  private static let maxRepeatJitter = Duration.milliseconds(10)

  /// The instant of the last event, counted or not.
  private var last: Duration?
  /// Whether the last event was a press that can't count (``recordOtherPress(at:)``).
  private var isOtherPress = false
  /// Whether the last event counted.
  private var hasCounted = false
  /// The number of presses at the last counted instant that may still turn out to be repeats.
  private var provisionalCount = 0
  /// The time between the last two events, if it is too short for a rep.
  private var shortInterval: Duration?
  /// Whether the key repeats, and so is held down.
  private var isHeld = false
  /// Whether no release has been reported since the last event.
  private var isDown = false
  /// Whether the terminal reports releases of this key.
  private var hasReleaseReports = false

  public init() {}

  /// Returns whether a press counts.
  ///
  /// Presses with the same instant arrived in one read. They come from a script or a slow line, because a keyboard's
  /// repeats have different instants, so all of them count if the first one does.
  ///
  /// - Parameters:
  ///   - instant: The time of the press, which must not be before the previous press.
  ///   - gap: The minimum time between two presses that count. With zero, all presses count.
  /// - Complexity: O(1).
  public mutating func press(at instant: Duration, gap: Duration) -> Verdict {
    guard gap > .zero else { return .counts }
    defer {
      last = instant
      isDown = true
      isOtherPress = false
    }
    guard let last, !isOtherPress || instant - last >= gap else { return count() }
    let passed = instant - last
    if hasReleaseReports { return pressWithReleaseReports(after: passed) }
    if passed == .zero { return hasCounted ? countAgain() : ignore() }
    if passed >= gap {
      // A stalled connection also delays repeats.
      let earliest = isHeld ? .zero : Self.delayRange.lowerBound
      return count(isProvisional: (earliest...Self.delayRange.upperBound).contains(passed))
    }
    // A bounce doesn't prevent the next repeat from removing the first one.
    if passed >= Self.maxBounceInterval, passed <= RepLog.minGap { recordShortInterval(passed) }
    return ignore()
  }

  private mutating func recordShortInterval(_ interval: Duration) {
    if let shortInterval, (interval - shortInterval).magnitude <= Self.maxRepeatJitter {
      isHeld = true
    }
    shortInterval = interval
  }

  private mutating func count(isProvisional: Bool = false) -> Verdict {
    hasCounted = true
    provisionalCount = isProvisional ? 1 : 0
    shortInterval = nil
    isHeld = false
    return .counts
  }

  /// Counts a press at the same instant as a counted one.
  private mutating func countAgain() -> Verdict {
    if provisionalCount > 0 { provisionalCount += 1 }
    return .counts
  }

  private mutating func ignore() -> Verdict {
    hasCounted = false
    guard isHeld else { return .ignored(.tooSoon, removing: 0) }
    defer { provisionalCount = 0 }
    return .ignored(.held, removing: provisionalCount)
  }

  private mutating func pressWithReleaseReports(after passed: Duration) -> Verdict {
    provisionalCount = 0
    if isDown, passed <= Self.delayRange.upperBound { return .ignored(.held, removing: 0) }
    let isBounce = !isDown && passed > .zero && passed < Self.maxBounceInterval
    return isBounce ? .ignored(.tooSoon, removing: 0) : .counts
  }

  /// Records a press that does something other than count a rep, such as the press that started the workout.
  ///
  /// The next press counts, even within the gap. After the gap, it can be the first repeat of this press.
  public mutating func recordOtherPress(at instant: Duration) {
    self = PressFilter()
    last = instant
    isOtherPress = true
  }

  /// Whether the key is down according to the reports.
  public var isPressed: Bool { isDown }

  /// Records a release of the key. The next press of the key isn't a repeat.
  public mutating func release(at instant: Duration) {
    isOtherPress = false
    last = instant
    provisionalCount = 0
    isDown = false
    hasReleaseReports = true
  }

  /// Records a release that was reported for a different key, for example because a modifier has changed.
  public mutating func releaseUnknownKey() { isDown = false }

  /// Records that the terminal has reported the next press as a repeat.
  public mutating func recordRepeat(at instant: Duration) {
    isOtherPress = false
    last = instant
    provisionalCount = 0
    isDown = true
    hasReleaseReports = true
  }

  /// Confirms all counted presses, so that none of them is removed later.
  public mutating func confirm() { provisionalCount = 0 }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}

// MARK: - Quiet periods

/// A time after the start or the end of a workout during which further presses of the same key are ignored.
///
/// Each ignored press restarts the period, so that a double tap or a held key can't end a set that has just started, or
/// start another set.
public struct QuietPeriod: Hashable, Sendable {
  public static let duration = Duration.seconds(2)

  /// The time of the start or the end, or of the last press after it.
  private var last: Duration

  public init(since instant: Duration) { last = instant }

  /// Records a press, which restarts the period if it has not ended yet.
  ///
  /// - Returns: Whether the period has ended.
  public mutating func acceptPress(at instant: Duration) -> Bool {
    guard instant - last < Self.duration else { return true }
    last = instant
    return false
  }
}
