import Models
import TerminalUI

/// A press that did nothing, by its reason.
enum IgnoredPress: Equatable, Sendable {
  /// It came too soon after another one to be a rep.
  case tooSoon
  /// The key is held.
  case held
  /// The key that has just started the workout stops it, too.
  case justStarted
  /// The key has just counted or stopped.
  case justEnded
  /// The workout is paused.
  case paused
  /// There is no round to skip to.
  case lastRound
  /// There is nothing of this round to skip.
  case roundJustStarted

  init(_ reason: PressFilter.Reason) {
    self = reason == .held ? .held : .tooSoon
  }

  /// Returns the reason, for a person; short enough for a narrow terminal.
  func sentence(gap: Duration, key: KeyNames) -> String {
    switch self {
    case .tooSoon: "Within \(gap.wholeMilliseconds) ms, two presses count once"
    case .held: "A held key counts once"
    case .justStarted: "Just started: wait 2 s to stop"
    case .justEnded: "Just ended: wait 2 s for the next key"
    case .paused: "Paused: press \(key("p", "pause")) to resume"
    case .lastRound: "This is the last round"
    case .roundJustStarted: "This round has only just begun"
    }
  }
}

extension WorkoutTimer.State {
  mutating func ignore(_ press: IgnoredPress) {
    if ignoredPress != press { ignoredPress = press }
  }

  /// What a skip that can be taken back means for the score.
  var skipMessage: String? { isRunning && canUndoSkip ? skippedRounds.last?.sentence : nil }

  /// Whether there is something to say about the last press: that it did nothing, or what it means for the score.
  var hasMessage: Bool { ignoredPress != nil || skipMessage != nil }
}
