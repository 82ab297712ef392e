import TerminalUI

extension SettingsEditor {
  /// What keys do in the settings, on the sheet that explains a failure, and on the page about Ladder.
  public static let keys =
    (AppInfo.keys.pullback(
      state: \.appInfo, action: { ._internal(.appInfo(.presented($0))) })
    + (typing.screen("a name").when { $0.nameDraft != nil }
    + own.screen("settings").when { $0.nameDraft == nil })
    .section("Settings").map(Action.view).when { $0.appInfo == nil })
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  /// While the name is being typed.
  private static let typing: KeyMap<State, Action.View> = [
    .init([.enter], "take it", .nameConfirmed, name: "take-the-name"),
    .init([.escape], "leave it as it was", .nameCancelled),
    .init([.backspace, .delete], "take back", .backspaceTapped, hinted: false),
    .text("type the name", { .characterTyped($0) }),
  ]

  private static let own: KeyMap<State, Action.View> =
    [
      .init([.enter, .space], "change", .editButtonTapped),
      .init([.right, "l", "+"], "more", .adjustButtonTapped(by: 1), hinted: false),
      .init([.left, "h", "-"], "less", .adjustButtonTapped(by: -1), hinted: false),
      .init(["i"], "about Ladder", .infoButtonTapped),
      .init([.escape, ","], "back", .closeButtonTapped),
    ] + .moving(Action.View.selectionMoved)
}
