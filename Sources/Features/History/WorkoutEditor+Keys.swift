import TerminalUI

extension WorkoutEditor {
  /// What keys do on the form: what is typed goes into the field that is chosen.
  public static let keys: KeyMap<State, Action> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "leave it as it was", .cancelButtonTapped),
    .init([.down, .tab], "next field", .fieldMoved(by: 1)),
    .init([.up, .backTab], "previous field", .fieldMoved(by: -1), hinted: false),
    .init([.backspace], "take back", .backspaced, hinted: false),
    .text("type", Action.typed),
  ]
}
