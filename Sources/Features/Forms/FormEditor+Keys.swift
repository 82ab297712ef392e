import TerminalUI

extension FormEditor {
  /// What keys do in a form: what is typed goes into the line that is chosen.
  ///
  /// It takes every character, so it comes after whatever else has keys on the screen.
  ///
  /// - Parameter choosing: Whether the form has lines of choices.
  static func keys(choosing: Bool = false) -> KeyMap<Form<Field>, FormAction> {
    let moves: KeyMap<Form<Field>, FormAction> = [
      .init([.down, .tab], "next field", .fieldMoved(by: 1)),
      .init([.up, .backTab], "previous field", .fieldMoved(by: -1), hinted: false),
    ]
    let choices: KeyMap<Form<Field>, FormAction> = [
      .init([.right], "another", .choiceMoved(by: 1), when: \.isChoosing),
      .init([.left], "the one before", .choiceMoved(by: -1), hinted: false, when: \.isChoosing),
    ]
    let text: KeyMap<Form<Field>, FormAction> = [
      .init([.backspace], "take back", .backspaced, hinted: false),
      .text("type", FormAction.typed),
    ]
    return moves + (choosing ? choices : []) + text
  }
}
