import TerminalUI

extension Profile {
  /// What keys do on the profile.
  public static let keys: KeyMap<State, Action> =
    KeyMap([.init(["r"], "refresh", .refreshButtonTapped)]).section("Profile")
    + .moving(Action.selectionMoved)
}
