import TerminalUI

extension BlockEditor {
  /// The keys of the list of blocks, and of the line that is typed.
  static let keys =
    (inputKeys.screen("a block's text").when { $0.form != nil }
    + (ownKeys.section("Blocks") + .listNavigation(Action.View.selectionMoved))
    .when { $0.form == nil })
    .map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(["a"], "add block", .addButtonTapped, short: "add"),
    .init([.enter, "e"], "edit block", .editButtonTapped, short: "edit"),
    .init([.escape], "done", .doneButtonTapped),
    .init([.left], "less", .changed(by: -1), pair: KeyPair("less/more")),
    .init([.right], "more", .changed(by: 1), pair: KeyPair("less/more")),
    .init(["K"], "move up", .movedUp, pair: KeyPair("reorder")),
    .init(["J"], "move down", .movedDown, pair: KeyPair("reorder")),
    .init(["c"], "copy", .duplicateButtonTapped),
    .init([.delete, "d"], "delete block", .deleteButtonTapped, short: "delete"),
    .init(["g"], "group into rounds", .groupButtonTapped, short: "group"),
    .init(["G"], "ungroup", .ungroupButtonTapped, hinted: false),
    .init(["u"], "undo change", .undoButtonTapped, short: "undo", when: { !$0.former.isEmpty }),
  ]

  private static let inputKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save block", .inputConfirmed, short: "save"),
      .init([.escape], "cancel block", .inputCancelled, short: "cancel"),
    ]
    + FormEditor<Field>.keys().pullback(state: \.form, action: Action.View.form)
}
