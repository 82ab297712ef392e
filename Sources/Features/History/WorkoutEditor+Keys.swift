import TerminalUI

extension WorkoutEditor {
  /// What keys do on the form that corrects a workout.
  public static let keys: KeyMap<State, Action> =
    (own + FormEditor<Field>.keys().pullback(state: \.form, action: Action.form))
    .screen("a workout's form")

  private static let own: KeyMap<State, Action> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "leave it as it was", .cancelButtonTapped),
  ]
}
