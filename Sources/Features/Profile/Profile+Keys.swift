import TerminalUI

extension Profile {
  /// What keys do on the profile.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + ([.init(["r"], "refresh", .refreshButtonTapped)] + .moving(Action.selectionMoved))
    .when { $0.errorSheet == nil }
}
