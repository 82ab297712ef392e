import TerminalUI

extension Profile {
  /// What keys do on the profile.
  public static let keys: KeyMap<State, Action> =
    [.init(["r"], "refresh", .refreshButtonTapped)] + .moving(Action.selectionMoved)
}
