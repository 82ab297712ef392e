import TerminalUI

extension Plan {
  /// What keys do on a plan's screen, and on the sheet about what could not be kept.
  public static let keys =
    (own.section("Your ladder") + .moving(Action.View.selectionMoved)).map(Action.view)
    .when(\.isShown)
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  private static let own: KeyMap<State, Action.View> = [
    .init(
      [.enter, "n"], "start session", .startButtonTapped, when: { $0.plan?.nextSession != nil }),
    .init(["t"], "test", .testButtonTapped),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
    .init(["x", .delete], "give it up", .giveUpButtonTapped, when: { $0.plan != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
