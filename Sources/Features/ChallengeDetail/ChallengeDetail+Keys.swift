import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + own.section("A challenge").when { $0.activeWorkout == nil }

  static let own: KeyMap<State, Action> = [
    .init(["u"], "undo the discard", .undoButtonTapped, when: { $0.discarded != nil }),
    .init(["s", .enter], "start", .startTestButtonTapped),
    .init(["g"], "race your best", .raceButtonTapped, when: { $0.ghost != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
