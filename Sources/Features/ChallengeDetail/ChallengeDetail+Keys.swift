import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + own.section("A challenge").when { $0.activeWorkout == nil && $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init(["u"], "undo the discard", .undoButtonTapped, when: { $0.discarded != nil }),
    .init(["s", .enter], "start", .startTestButtonTapped),
    .init(["g"], "race your best", .raceButtonTapped, when: { $0.ghost != nil }),
    .init(
      ["v"], "watch", .playVideoButtonTapped, name: "video",
      when: { $0.exercise != nil && !$0.isVideoPlaying }),
    .init(["v"], "pause", .playVideoButtonTapped, name: "video", when: \.isVideoPlaying),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
