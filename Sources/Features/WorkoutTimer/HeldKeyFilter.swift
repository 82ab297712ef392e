import Models
import TerminalUI

/// A filter for the presses of all keys that count reps: each key has its own ``PressFilter``.
struct HeldKeyFilter: Equatable, Sendable {
  private var filters: [Key: PressFilter] = [:]

  /// Judges one press, as ``PressFilter/press(at:gap:)``.
  mutating func press(_ key: Key, at instant: Duration, gap: Duration) -> PressFilter.Verdict {
    filters[key, default: PressFilter()].press(at: instant, gap: gap)
  }

  /// Takes note of a press that did something else, as ``PressFilter/note(at:)``.
  mutating func recordOtherPress(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordOtherPress(at: instant)
  }

  /// The key went up: its next press is one.
  mutating func release(_ key: Key, at instant: Duration) {
    guard filters[key]?.isPressed == true else {
      // It went up under another name than it went down, because Shift had been let go: any may be the one.
      for key in filters.keys { filters[key]?.releaseUnknownKey() }
      return
    }
    filters[key]?.release(at: instant)
  }

  /// The terminal said itself that the key is held, and that the press that follows is a repeat.
  mutating func recordRepeat(_ key: Key, at instant: Duration) {
    filters[key, default: PressFilter()].recordRepeat(at: instant)
  }

  /// Takes what has counted so far for good: none of it will be taken back.
  mutating func confirm() {
    for key in filters.keys { filters[key]?.confirm() }
  }
}
