import TerminalUI

extension Profile {
  /// What keys do on the profile.
  public static let keys: KeyMap<State, Action> =
    ErrorHandling.keys.pullback(state: \.errorSheet, action: { .errorSheet(.presented($0)) })
    + (KeyMap([.init(["r"], "refresh", .refreshButtonTapped)]).section("Profile")
    + .moving(Action.selectionMoved)).when { $0.errorSheet == nil }
}
