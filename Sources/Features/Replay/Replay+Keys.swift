import TerminalUI

extension Replay {
  /// What keys do while a workout is played again.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + own.when { $0.errorSheet == nil }

  private static let own: KeyMap<State, Action> = [
    .init([.space], "pause", .pauseButtonTapped, when: \.isPlaying),
    .init([.space], "play", .playButtonTapped, when: { !$0.isPlaying && $0.workout != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
