import TerminalUI

extension History {
  /// What keys do in the history, and on the workout that is being corrected.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (WorkoutEditor.keys.pullback(state: \.editor, action: { .editor(.presented($0)) })
    + (own + .moving(Action.selectionMoved)).when { $0.editor == nil })
    .when { $0.errorSheet == nil }

  static let own: KeyMap<State, Action> = [
    .init([.enter, "e"], "edit", .editButtonTapped, when: { !$0.workouts.isEmpty }),
    .init([.delete, "d"], "delete", .deleteButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(["u"], "undo", .undoButtonTapped),
    .init(["r"], "refresh", .refreshButtonTapped, hinted: false),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
