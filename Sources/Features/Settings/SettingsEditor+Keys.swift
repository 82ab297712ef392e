import TerminalUI

extension SettingsEditor {
  /// What keys do in the settings, on the sheet that explains a failure, and on the page about Ladder.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(
      state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (AppInfo.keys.pullback(state: \.appInfo, action: { .appInfo(.presented($0)) })
    + (typing.screen("a name").when { $0.nameDraft != nil }
    + own.screen("settings").when { $0.nameDraft == nil })
    .section("Settings").when { $0.appInfo == nil })
    .when { $0.errorSheet == nil }

  /// While the name is being typed.
  static let typing: KeyMap<State, Action> = [
    .init([.enter], "take it", .nameConfirmed, name: "take-the-name"),
    .init([.escape], "leave it as it was", .nameCancelled),
    .init([.backspace, .delete], "take back", .backspaceTapped, hinted: false),
    .text("type the name", { .characterTyped($0) }),
  ]

  static let own: KeyMap<State, Action> =
    [
      .init([.enter, .space], "change", .editButtonTapped),
      .init([.right, "l", "+"], "more", .adjustButtonTapped(by: 1), hinted: false),
      .init([.left, "h", "-"], "less", .adjustButtonTapped(by: -1), hinted: false),
      .init(["i"], "about Ladder", .infoButtonTapped),
      .init([.escape, ","], "back", .closeButtonTapped),
    ] + .moving(Action.selectionMoved)
}
