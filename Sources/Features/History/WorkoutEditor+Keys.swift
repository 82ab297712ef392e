import TerminalUI

extension WorkoutEditor {
  /// What keys do on the form that corrects a workout.
  public static let keys =
    (own + FormEditor<Field>.keys().pullback(state: \.form, action: Action.View.form))
    .screen("a workout's form").map(Action.view)

  private static let own: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "leave it as it was", .cancelButtonTapped),
  ]
}
