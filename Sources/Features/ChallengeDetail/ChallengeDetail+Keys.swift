import TerminalUI

extension ChallengeDetail {
  /// The keys of a challenge's screen, and of the workout and the plan that it presents.
  public static let keys =
    (betweenSetsKeys.section("A training plan").screen("between sets").map(Action.view)
    .when { $0.activeWorkout?.noteEditor == nil }
    + WorkoutTimer.keys.pullback(
      state: \.activeWorkout,
      action: { ._internal(.destination(.presented(.activeWorkout($0)))) })
    + (Plan.keys.pullback(
      state: { $0.isShowingPlan ? $0.plan : nil }, action: { ._internal(.plan($0)) })
    + ownKeys.section("A challenge").map(Action.view).when { !$0.isShowingPlan })
    .when { $0.activeWorkout == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(["u"], "undo discard", .undoButtonTapped, when: { $0.discarded != nil }),
    .init(["s", .enter], "start", .startButtonTapped),
    .init([.escape], "back", .closeButtonTapped),
    .init(
      ["g"], "race your live best", .raceButtonTapped, name: "race-your-best",
      when: \.isGhostLiveBest),
    .init(["g"], "race your best", .raceButtonTapped, when: { $0.ghost != nil }),
    .init(["n"], "next session", .nextSessionButtonTapped, when: { $0.plan.plan != nil }),
    .init(["t"], "test", .testButtonTapped, when: { $0.challenge.strengthPlan == nil }),
    .init(["l"], "your plan", .planButtonTapped, when: \.plan.canShow),
    .init(
      [.left], "easier", .variationMoved(by: -1), pair: variation,
      when: { $0.hasVariation(by: -1) }),
    .init(
      [.right], "harder", .variationMoved(by: 1), pair: variation,
      when: { $0.hasVariation(by: 1) }),
    .init(
      ["v"], "watch", .playVideoButtonTapped, name: "video",
      when: { $0.exercise != nil && !$0.isVideoPlaying }),
    .init(["p"], "pause", .playVideoButtonTapped, name: "video", when: \.isVideoPlaying),
  ]

  private static let variation = KeyPair("easier/harder")

  /// The keys that start the next set.
  ///
  /// Keys that count reps do so only after the rest, because an extra press at the end of a set would start the next.
  private static let betweenSetsKeys: KeyMap<State, Action.View> = [
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
