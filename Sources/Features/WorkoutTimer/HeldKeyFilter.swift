import TerminalUI

/// Tells presses from the repeats of a held key, which most terminals send as presses.
///
/// A press counts when it comes at least a gap after the key's last event, counted or not: so the stream of repeats,
/// some 30 a second, never does. One repeat gets through, after the keyboard's initial delay; it is known for one when
/// the next arrives within the gap, and is taken back then.
///
/// What follows a press within a few milliseconds is a contact that bounces: no keyboard repeats that fast, so it is
/// no rep and costs none.
///
/// What arrives in one read has one instant, and is judged as one: a keyboard cannot repeat in no time, so these are
/// presses of a script or of a slow line, and none is lost. In the midst of repeats they are repeats, too.
///
/// Where the terminal tells when a key goes up (``release(_:at:)``), nothing needs to be guessed about that key: what
/// comes while it is down is a repeat, and the next press after that counts at once.
///
/// ```swift
/// switch filter.press(.space, at: uptime, gap: .milliseconds(150)) {
/// case .counts: log.append(instant)
/// case .isRepeat(let takenBack): for _ in 0..<takenBack { log.removeLast() }
/// }
/// ```
struct HeldKeyFilter: Equatable, Sendable {
  enum Verdict: Equatable, Sendable {
    case counts
    /// It does not count, and so many presses before it turned out not to, either.
    case isRepeat(takingBack: Int)
  }

  private struct Event: Equatable, Sendable {
    var instant: Duration
    /// How many presses counted at that instant.
    var counted: Int
    /// Whether the key's event before was so near that this may be its first repeat.
    var mayBeRepeat: Bool
    /// Whether the key has not gone up since, as far as was told.
    var isDown = true
    /// Whether the terminal tells when this key goes up.
    var isTold = false
  }

  /// The longest initial delay that a held key is expected to have; keyboards come with 225 to 660 ms, and can mostly
  /// be set to a second. What is held longer than that in silence has gone up unnoticed.
  private static let longestDelay = Duration.seconds(1)

  /// Shorter than the repeats of the fastest keyboard, longer than contacts bounce.
  private static let longestBounce = Duration.milliseconds(10)

  private var events: [Key: Event] = [:]

  /// Judges one press.
  ///
  /// - Parameters:
  ///   - instant: When it arrived; never earlier than the one before.
  ///   - gap: The shortest time between two presses that count; with zero, all do.
  /// - Complexity: O(1).
  mutating func press(_ key: Key, at instant: Duration, gap: Duration) -> Verdict {
    guard gap > .zero else { return .counts }
    guard let last = events[key] else {
      events[key] = Event(instant: instant, counted: 1, mayBeRepeat: false)
      return .counts
    }
    let passed = instant - last.instant
    if last.isTold { return pressTold(key, at: instant, after: passed, last) }
    if passed == .zero {
      guard last.counted > 0 else { return .isRepeat(takingBack: 0) }
      events[key]?.counted += 1
      return .counts
    }
    if passed >= gap {
      events[key] = Event(
        instant: instant, counted: 1, mayBeRepeat: passed <= Self.longestDelay)
      return .counts
    }
    if passed < Self.longestBounce {
      // A repeat that comes after it still finds what there is to be taken back.
      events[key]?.instant = instant
      return .isRepeat(takingBack: 0)
    }
    events[key] = Event(instant: instant, counted: 0, mayBeRepeat: false)
    return .isRepeat(takingBack: last.mayBeRepeat ? last.counted : 0)
  }

  private mutating func pressTold(
    _ key: Key, at instant: Duration, after passed: Duration, _ last: Event
  ) -> Verdict {
    let isHeld = last.isDown && passed <= Self.longestDelay
    let isBounce = !last.isDown && passed > .zero && passed < Self.longestBounce
    let counts = !isHeld && !isBounce
    events[key] = Event(
      instant: instant, counted: counts ? 1 : 0, mayBeRepeat: false, isTold: true)
    return counts ? .counts : .isRepeat(takingBack: 0)
  }

  /// The key went up: its next press is one.
  mutating func release(_ key: Key, at instant: Duration) {
    guard events[key]?.isDown == true else {
      // It went up under another name than it went down, because Shift had been let go: any may be the one.
      for key in events.keys { events[key]?.isDown = false }
      return
    }
    events[key]?.instant = instant
    events[key]?.mayBeRepeat = false
    events[key]?.isDown = false
    events[key]?.isTold = true
  }

  /// The terminal said itself that the key is held, and that the press that follows is a repeat.
  mutating func hold(_ key: Key, at instant: Duration) {
    events[key] = Event(instant: instant, counted: 0, mayBeRepeat: false, isTold: true)
  }

  /// Takes what has counted so far for good: none of it will be taken back.
  mutating func settle() {
    for key in events.keys { events[key]?.mayBeRepeat = false }
  }
}
