import TerminalUI

extension ChallengeDetail {
  /// What keys do on a challenge's screen, and in the workout it presents.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + betweenSets.section("A training plan").screen("between sets")
    + WorkoutTimer.keys.pullback(
      state: \.activeWorkout, action: { .activeWorkout(.presented($0)) })
    + (Plan.keys.pullback(state: { $0.isShowingPlan ? $0.plan : nil }, action: Action.plan)
    + own.section("A challenge").when { !$0.isShowingPlan })
    .when { $0.activeWorkout == nil && $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init(["u"], "undo the discard", .undoButtonTapped, when: { $0.discarded != nil }),
    .init(["s", .enter], "start", .startTestButtonTapped),
    .init(["g"], "race your best", .raceButtonTapped, when: { $0.ghost != nil }),
    .init(["n"], "next session", .plan(.startButtonTapped), when: { $0.plan.plan != nil }),
    .init(["t"], "test", .plan(.testButtonTapped)),
    .init(["l"], "your ladder", .plan(.showButtonTapped), when: { $0.plan.plan != nil }),
    .init(
      ["v"], "watch", .playVideoButtonTapped, name: "video",
      when: { $0.exercise != nil && !$0.isVideoPlaying }),
    .init(["v"], "pause", .playVideoButtonTapped, name: "video", when: \.isVideoPlaying),
    .init([.escape], "back", .closeButtonTapped),
  ]

  /// Not the keys that count reps, until the rest is over: one more hit would begin the next set.
  private static let betweenSets: KeyMap<State, Action> = [
    .init(
      ["s", "n"], "next set", .nextSetButtonTapped,
      when: { $0.nextSet != nil && $0.activeWorkout?.isOnFloor == false }),
    .init(
      [.space, .enter], "next set", .nextSetButtonTapped,
      when: {
        $0.nextSet != nil && $0.activeWorkout?.rest == .over && $0.activeWorkout?.isOnFloor == false
      }),
  ]
}
