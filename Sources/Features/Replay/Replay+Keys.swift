import TerminalUI

extension Replay {
  /// What keys do while a workout is played again.
  public static let keys = own.map(Action.view)
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  private static let own: KeyMap<State, Action.View> = [
    .init([.space], "pause", .pauseButtonTapped, when: \.isPlaying),
    .init([.space], "play", .playButtonTapped, when: { !$0.isPlaying && $0.workout != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
