import ReducerRuntime

/// What happens to a form, whatever it is for.
@CasePathable
public enum FormAction: Equatable, Sendable {
  case typed(Character)
  case backspaced
  case fieldMoved(by: Int)
  case choiceMoved(by: Int)
}

/// Fills in a ``Form``; what becomes of it is up to the feature that has it.
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
      case .typed(let character): form.type(character)
      case .backspaced: form.takeBack()
      case .fieldMoved(let offset): form.moveFocus(by: offset)
      case .choiceMoved(let offset): form.moveChoice(by: offset)
      }
      return .none
    }
  }
}
