import TerminalUI

extension Leaderboard {
  /// What keys do on the leaderboard.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (own + .moving(Action.selectionMoved)).when { $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init([.right, "l"], "next challenge", .challengeChanged(by: 1)),
    .init([.left, "h"], "previous", .challengeChanged(by: -1)),
    .init(["w"], "this week", .filterChanged(.thisWeek), when: { $0.filter == .allTime }),
    .init(["w"], "all time", .filterChanged(.allTime), when: { $0.filter == .thisWeek }),
    .init(["r"], "refresh", .pullToRefresh),
  ]
}
