import TerminalUI

extension Profile {
  /// What keys do on the profile.
  public static let keys =
    (KeyMap<State, Action.View>([.init(["r"], "refresh", .refreshButtonTapped)])
    .section("Profile") + .moving(Action.View.selectionMoved))
    .map(Action.view).explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }
}
