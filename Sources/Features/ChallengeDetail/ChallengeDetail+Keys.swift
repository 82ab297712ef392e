import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + own.when { $0.activeWorkout == nil && $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init(["s", .enter], "start", .startTestButtonTapped),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
