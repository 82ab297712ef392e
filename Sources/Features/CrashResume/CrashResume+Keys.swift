import TerminalUI

extension CrashResume {
  /// The answers to the offer.
  public static let keys = KeyMap<State, Action.View>([
    .init([.enter], "Resume it", .resumeButtonTapped),
    .init(["k"], "keep it as it stands", .keepButtonTapped),
    .init([.delete, .backspace], "discard it", .discardButtonTapped),
    .init([.escape], "ask again at the next start", .laterButtonTapped),
  ])
  .map(Action.view)
}
