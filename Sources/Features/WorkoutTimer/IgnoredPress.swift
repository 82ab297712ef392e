import Models
import TerminalUI

/// The reason why a press did nothing.
enum IgnoredPress: Equatable, Sendable {
  /// It was too soon after another press to be a rep.
  case tooSoon
  /// The key is held.
  case held
  /// The key that stops the workout has just started it.
  case justStarted
  /// The key has just counted a rep or stopped the workout.
  case justEnded
  /// The workout is paused.
  case paused
  /// The part of the workout is a rest, or a timed set in a workout for time.
  case notCounted
  /// There is no next round to skip to.
  case lastRound
  /// No rep of this round has been done, so there is nothing to skip.
  case roundJustStarted

  init(_ reason: PressFilter.Reason) {
    self = reason == .held ? .held : .tooSoon
  }

  /// Returns the message about the press, short enough for a narrow terminal.
  func sentence(gap: Duration, key: KeyNames) -> String {
    switch self {
    case .tooSoon: "Within \(gap.wholeMilliseconds) ms, two presses count once"
    case .held: "A held key counts once"
    case .justStarted: "Just started: you can stop in 2 s"
    case .justEnded: "Just ended: wait 2 s for the next key"
    case .paused: "Paused: press \(key("p", "pause")) to resume"
    case .notCounted: "This part counts no reps"
    case .lastRound: "This is the last round"
    case .roundJustStarted: "This round has only just begun"
    }
  }
}

extension WorkoutTimer.State {
  mutating func ignore(_ press: IgnoredPress) {
    if ignoredPress != press { ignoredPress = press }
  }

  /// Whether the last press was ignored because it came just after the start or the end.
  package var isQuiet: Bool { ignoredPress == .justStarted || ignoredPress == .justEnded }

  /// The effect of the last skip on the score, as long as it can be undone.
  var skipMessage: String? { isRunning && canUndoSkip ? skippedParts.last?.sentence : nil }

  /// Whether there is a message about the last press or skip.
  var hasMessage: Bool { ignoredPress != nil || skipMessage != nil }
}
