import TerminalUI

extension Leaderboard {
  /// What keys do on the leaderboard.
  public static let keys: KeyMap<State, Action> =
    own.section("Leaderboard") + .moving(Action.selectionMoved)

  static let own: KeyMap<State, Action> = [
    .init([.right, "l"], "next challenge", .challengeChanged(by: 1)),
    .init([.left, "h"], "previous", .challengeChanged(by: -1)),
    .init(
      ["w"], "this week", .filterChanged(.thisWeek), name: "week", when: { $0.filter == .allTime }),
    .init(
      ["w"], "all time", .filterChanged(.allTime), name: "week", when: { $0.filter == .thisWeek }),
    .init(["r"], "refresh", .pullToRefresh),
  ]
}
