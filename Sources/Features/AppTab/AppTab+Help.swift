import TerminalUI

extension KeyMap where State == AppTab.State, Action == AppTab.Action {
  /// The keys that would work in `state` without the help on top of it.
  func help(in state: State) -> [Hint] {
    var state = state
    state.overlay = nil
    return bindings(in: state).map { Hint($0.keyNames, $0.label, name: $0.name) }
  }
}
