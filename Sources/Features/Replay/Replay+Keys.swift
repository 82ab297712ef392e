import TerminalUI

extension Replay {
  /// What keys do while a workout is played again.
  public static let keys: KeyMap<State, Action> = [
    .init([.space], "pause", .pauseButtonTapped, when: \.isPlaying),
    .init([.space], "play", .playButtonTapped, when: { !$0.isPlaying && $0.workout != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
