import TerminalUI

extension Workouts {
  /// What keys do in the catalogue, and on the challenge that is open.
  public static let keys: KeyMap<State, Action> =
    ChallengeDetail.keys.pullback(state: \.detail, action: { .detail(.presented($0)) })
    + (own.section("Workouts") + .moving(Action.selectionMoved)).when { $0.detail == nil }

  static let own: KeyMap<State, Action> = [
    .init([.enter], "open", .openButtonTapped)
  ]
}

extension KeyMap {
  /// The keys that move through a list, the same in every one.
  ///
  /// - Parameter moved: The action for a move by so many rows; it stops at both ends.
  static func moving(_ moved: (Int) -> Action) -> KeyMap {
    KeyMap([
      .init([.down, "j"], "down", moved(1)),
      .init([.up, "k"], "up", moved(-1)),
      .init([.pageDown], "page down", moved(10), hinted: false),
      .init([.pageUp], "page up", moved(-10), hinted: false),
      .init([.home, "g"], "first", moved(.min), hinted: false),
      .init([.end, "G"], "last", moved(.max), hinted: false),
    ]).section("Lists")
  }
}
