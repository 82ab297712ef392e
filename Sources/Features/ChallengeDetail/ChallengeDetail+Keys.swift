import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + own.section("A challenge").when { $0.activeWorkout == nil }

  static let own: KeyMap<State, Action> = [
    .init(["s", .enter], "start", .startTestButtonTapped),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
