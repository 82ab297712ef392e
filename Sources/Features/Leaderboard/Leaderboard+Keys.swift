import TerminalUI

extension Leaderboard {
  /// What keys do on the leaderboard, and on the workout that is played again.
  public static let keys =
    (Replay.keys.section("A replay").pullback(
      state: { $0.destination?.replay },
      action: { ._internal(.destination(.presented(.replay($0)))) })
    + (own.section("Leaderboard") + .moving(Action.View.selectionMoved)).map(Action.view)
    .when { $0.destination?.replay == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let own: KeyMap<State, Action.View> = [
    .init([.enter], "replay", .replayButtonTapped, when: { !$0.entries.isEmpty }),
    .init(["g"], "race them", .raceButtonTapped, when: \.canRace),
    .init([.right, "l"], "next challenge", .challengeChanged(by: 1)),
    .init(
      ["w"], "this week", .filterChanged(.thisWeek), name: "week", when: { $0.filter == .allTime }),
    .init(
      ["w"], "all time", .filterChanged(.allTime), name: "week", when: { $0.filter == .thisWeek }),
    .init(["r"], "refresh", .refreshButtonTapped),
    .init([.left, "h"], "previous", .challengeChanged(by: -1)),
  ]
}
