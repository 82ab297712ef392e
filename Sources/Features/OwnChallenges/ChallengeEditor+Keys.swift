import TerminalUI

extension ChallengeEditor {
  /// What keys do on the form: what is typed goes into the line that is chosen.
  public static let keys: KeyMap<State, Action> = [
    .init([.enter], "save", .saveButtonTapped),
    .init([.escape], "cancel", .cancelButtonTapped),
    .init([.down, .tab], "next field", .fieldMoved(by: 1)),
    .init([.up, .backTab], "previous field", .fieldMoved(by: -1), hinted: false),
    .init([.right], "another", .choiceMoved(by: 1), when: \.form.isChoosing),
    .init([.left], "the one before", .choiceMoved(by: -1), hinted: false, when: \.form.isChoosing),
    .init([.backspace], "take back", .backspaced, hinted: false),
    .text("type", Action.typed),
  ]
}
