import Models
import TerminalUI

/// A filter for presses of the keys that count reps, with a ``PressFilter`` for each key.
struct HeldKeyFilter: Equatable, Sendable {
  private var filters: [Key: PressFilter] = [:]

  /// Returns whether a press counts, as ``PressFilter/press(at:gap:)`` does.
  mutating func press(_ key: Key, at instant: Duration, gap: Duration) -> PressFilter.Verdict {
    filters[key, default: PressFilter()].press(at: instant, gap: gap)
  }

  /// Records a press that did something other than count a rep.
  mutating func recordOtherPress(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordOtherPress(at: instant)
  }

  /// Records that the key was released, so that its next event is a press and not a repeat.
  mutating func release(_ key: Key, at instant: Duration) {
    guard filters[key]?.isPressed == true else {
      // If Shift was released first, the release has another name ("a") than the press ("A"). It may be of any key.
      for key in filters.keys { filters[key]?.releaseUnknownKey() }
      return
    }
    filters[key]?.release(at: instant)
  }

  /// Records that the terminal has reported the next event as a repeat of a held key.
  mutating func recordRepeat(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordRepeat(at: instant)
  }

  /// Confirms all presses that have counted so far, so that no later event removes their reps.
  mutating func confirm() {
    for key in filters.keys { filters[key]?.confirm() }
  }
}
