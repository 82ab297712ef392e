import TerminalUI

/// Tells presses from the repeats of a held key, which terminals send as presses.
///
/// A press counts when it comes at least a gap after the key's last event, counted or not: so the stream of repeats,
/// some 30 a second, never does. One repeat gets through, after the keyboard's initial delay; it is known for one when
/// the next arrives within the gap, and is taken back then.
///
/// What arrives in one read has one instant, and is judged as one: a keyboard cannot repeat in no time, so these are
/// presses of a script or of a slow line, and none is lost. In the midst of repeats they are repeats, too.
///
/// ```swift
/// switch filter.press(.space, at: clock.uptime, gap: .milliseconds(150)) {
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
  }

  /// The longest initial delay that a held key is expected to have; keyboards come with 225 to 660 ms, and can mostly
  /// be set to a second.
  private static let longestDelay = Duration.seconds(1)

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
    events[key] = Event(instant: instant, counted: 0, mayBeRepeat: false)
    return .isRepeat(takingBack: last.mayBeRepeat ? last.counted : 0)
  }

  /// Takes what has counted so far for good: none of it will be taken back.
  mutating func settle() {
    for key in events.keys { events[key]?.mayBeRepeat = false }
  }
}
