import TerminalUI

extension History {
  /// What keys do in the history, and on the form that corrects a workout.
  public static let keys =
    (WorkoutEditor.keys.pullback(
      state: { $0.destination?.editor },
      action: { ._internal(.destination(.presented(.editor($0)))) })
    + (own + .moving(Action.View.selectionMoved)).map(Action.view)
    .when { $0.destination?.editor == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let own: KeyMap<State, Action.View> = [
    .init([.enter, "e"], "edit", .editButtonTapped, when: { !$0.workouts.isEmpty }),
    .init([.delete, "d"], "delete", .deleteButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(["u"], "undo", .undoButtonTapped),
    .init(["r"], "refresh", .refreshButtonTapped, hinted: false),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
