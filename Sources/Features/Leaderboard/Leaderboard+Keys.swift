import TerminalUI

extension Leaderboard {
  /// What keys do on the leaderboard, and on the workout that is played again.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (Replay.keys.section("A replay").pullback(
      state: \.replay, action: { .replay(.presented($0)) })
    + (own.section("Leaderboard") + .moving(Action.selectionMoved)).when { $0.replay == nil })
    .when { $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init([.enter], "replay", .replayButtonTapped, when: { !$0.entries.isEmpty }),
    .init(["g"], "race them", .raceButtonTapped, when: \.canRace),
    .init([.right, "l"], "next challenge", .challengeChanged(by: 1)),
    .init(
      ["w"], "this week", .filterChanged(.thisWeek), name: "week", when: { $0.filter == .allTime }),
    .init(
      ["w"], "all time", .filterChanged(.allTime), name: "week", when: { $0.filter == .thisWeek }),
    .init(["r"], "refresh", .pullToRefresh),
    .init([.left, "h"], "previous", .challengeChanged(by: -1)),
  ]
}
