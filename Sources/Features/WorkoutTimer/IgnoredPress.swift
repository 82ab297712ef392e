import Models

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
  /// There is no round to skip to.
  case lastRound
  /// There is nothing of this round to skip.
  case roundBegins

  init(_ reason: PressFilter.Reason) {
    self = reason == .held ? .held : .tooSoon
  }

  /// The reason, for a person; short enough for a narrow terminal.
  func sentence(gap: Duration) -> String {
    switch self {
    case .tooSoon: "Within \(gap.wholeMilliseconds) ms, two presses count once"
    case .held: "A held key counts once"
    case .justStarted: "Just started: wait 2 s to stop"
    case .justEnded: "Just ended: wait 2 s for the next key"
    case .lastRound: "This is the last round"
    case .roundBegins: "This round has only just begun"
    }
  }
}

extension WorkoutTimer.State {
  mutating func ignore(_ press: IgnoredPress) {
    if ignoredPress != press { ignoredPress = press }
  }

  /// A sentence about the last press: that it did nothing and why, or what it means for the score.
  var sentence: String? {
    if let ignoredPress { return ignoredPress.sentence(gap: options.minimumGap) }
    return isRunning && canUndoSkip ? skippedRounds.last?.sentence : nil
  }
}
