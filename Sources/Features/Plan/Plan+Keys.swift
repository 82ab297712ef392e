import TerminalUI

extension Plan {
  /// What keys do on a plan's screen, and on the sheet about what could not be kept.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (own.section("Your ladder") + .moving(Action.selectionMoved))
    .when { $0.isShown && $0.errorSheet == nil }

  private static let own: KeyMap<State, Action> = [
    .init(
      [.enter, "n"], "start session", .startButtonTapped, when: { $0.plan?.nextSession != nil }),
    .init(["t"], "test", .testButtonTapped),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
    .init(["x", .delete], "give it up", .giveUpButtonTapped, when: { $0.plan != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
