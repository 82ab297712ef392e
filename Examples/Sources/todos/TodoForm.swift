import ReducerRuntime
import TerminalUI

/// A feature that edits something to do in two text fields.
@Reducer
struct TodoForm {
  enum Field: Equatable { case title, note }

  @ObservableState
  struct State: Equatable {
    let todo: Todo
    var title: TextField
    var note: TextField
    var focus = Field.title

    init(todo: Todo) {
      self.todo = todo
      title = TextField(todo.title)
      note = TextField(todo.note)
    }

    /// The field that has the focus.
    var focused: TextField {
      get { focus == .title ? title : note }
      set { if focus == .title { title = newValue } else { note = newValue } }
    }

    var canSave: Bool { title.text.contains { $0 != " " } }
  }

  enum Action: Equatable {
    case delegate(Delegate)
    case edited(TextEdit)
    case nextFieldKeyPressed
    case saveKeyPressed

    /// Messages to the parent.
    @CasePathable
    enum Delegate: Equatable { case saved(Todo) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .edited(let edit):
        state.focused.edit(edit)
        return .none
      case .nextFieldKeyPressed:
        state.focus = state.focus == .title ? .note : .title
        return .none
      case .saveKeyPressed:
        var todo = state.todo
        todo.title = state.title.text
        todo.note = state.note.text
        return .send(.delegate(.saved(todo)))
      }
    }
  }
}
