import ReducerRuntime
import TerminalUI

/// An action of any form.
@CasePathable
public enum FormAction: Equatable, Sendable {
  /// The text of the focused line was edited.
  case edited(TextEdit)
  case fieldMoved(by: Int)
  case choiceMoved(by: Int)
}

/// A reducer that edits a ``Form``. The feature that owns the form uses its texts.
///
/// ```swift
/// case form(FormAction)
///
/// Scope(state: \.form, action: \.form) { FormEditor<Field>() }
/// ```
public struct FormEditor<Field: Hashable & Sendable>: Reducer {
  public init() {}

  public var body: some Reducer<Form<Field>, FormAction> {
    Reduce { form, action in
      switch action {
      case .edited(let edit): form.edit(edit)
      case .fieldMoved(let offset): form.moveFocus(by: offset)
      case .choiceMoved(let offset): form.moveChoice(by: offset)
      }
      return .none
    }
  }
}

extension FormEditor {
  /// Returns the keys of a form. Typed characters go into the focused line.
  ///
  /// The last row accepts every character, so these keys must come after all others of the screen.
  ///
  /// - Parameter hasChoices: Whether the form has lines with options.
  static func keys(hasChoices: Bool = false) -> KeyMap<Form<Field>, FormAction> {
    let moves: KeyMap<Form<Field>, FormAction> = [
      .init(
        [.up, .backTab], "previous field", .fieldMoved(by: -1), pair: KeyPair("field"),
        when: { $0.lines.count > 1 }),
      .init(
        [.down, .tab], "next field", .fieldMoved(by: 1), pair: KeyPair("field"),
        when: { $0.lines.count > 1 }),
    ]
    let choices: KeyMap<Form<Field>, FormAction> = [
      .init(
        [.left], "previous option", .choiceMoved(by: -1), pair: KeyPair("option"),
        when: \.isChoiceFocused),
      .init(
        [.right], "next option", .choiceMoved(by: 1), pair: KeyPair("option"),
        when: \.isChoiceFocused),
    ]
    return moves + (hasChoices ? choices : [])
      + .textEditing("type", FormAction.edited) { $0.focusedInput }
  }
}
