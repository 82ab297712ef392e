import TerminalUI

extension ChallengeEditor {
  /// What keys do on the form for a challenge.
  public static let keys =
    (own + FormEditor<Field>.keys(choosing: true).pullback(state: \.form, action: Action.View.form))
    .screen("a challenge's form").map(Action.view)

  private static let own: KeyMap<State, Action.View> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
  ]
}
