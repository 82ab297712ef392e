import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + [
      .init(["s", .enter], "start", .startTestButtonTapped, when: { $0.activeWorkout == nil }),
      .init([.escape], "back", .closeButtonTapped, when: { $0.activeWorkout == nil }),
    ]
}
