import TerminalUI

extension AppInfo {
  /// What keys do on the page about Ladder.
  public static let keys = KeyMap<State, Action.View>([
    .init(["c"], "copy", .copyButtonTapped, when: { $0.information != nil }),
    .init([.escape, "i"], "back", .closeButtonTapped),
  ])
  .section("About Ladder").screen("about Ladder").map(Action.view)
}
