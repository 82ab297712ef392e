import TerminalUI

extension ChallengeEditor {
  /// What keys do on the form for a challenge.
  public static let keys: KeyMap<State, Action> =
    (own + FormEditor<Field>.keys(choosing: true).pullback(state: \.form, action: Action.form))
    .screen("a challenge's form")

  private static let own: KeyMap<State, Action> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
  ]
}
