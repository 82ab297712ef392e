import ReducerRuntime
import TerminalUI

extension Todos {
  /// The keys of the form, the list and the alerts. While an alert is shown, only its buttons have keys.
  static let keys: KeyMap<State, Action> =
    (formKeys + listKeys.when { $0.destination == nil })
    .alert(state: { $0.destination?[case: \.alert] }, action: \.destination.alert)

  // Each table has a type of its own, so that the compiler finds a mistake in it at once.
  private static let formKeys: KeyMap<State, Action> =
    TodoForm.keys.pullback(
      state: { $0.destination?[case: \.form] }, action: { .destination(.presented(.form($0))) })
    + [.init([.escape], "cancel", .destination(.dismiss), when: { $0.destination != nil })]

  private static let listKeys: KeyMap<State, Action> =
    KeyMap<State, Action>([
      .init(["a"], "add", .addKeyPressed),
      .init([.enter], "edit", .editKeyPressed, when: { $0.selected != nil }),
      .init([.space], "done", .doneKeyPressed, when: { $0.selected?.isDone == false }),
      .init([.space], "not done", .doneKeyPressed, when: { $0.selected?.isDone == true }),
      .init(["d", .delete], "delete", .deleteKeyPressed, when: { $0.selected != nil }),
    ]) + .listNavigation { .moveKeyPressed($0) }.when { $0.todos.count > 1 }
}

extension TodoForm {
  static let keys: KeyMap<State, Action> =
    KeyMap<State, Action>([
      .init([.enter], "save", .saveKeyPressed, when: \.canSave),
      .init([.tab], "next field", .nextFieldKeyPressed),
      .init([.backTab, .up, .down], "other field", .nextFieldKeyPressed, hinted: false),
    ]) + .textEditing("text", { .edited($0) }, in: \.focused)
}

/// The root view: the list or the form, the key hints, and an alert on top.
struct TodosView: RetainedView {
  let store: StoreOf<Todos>

  var body: some View {
    VStack {
      Page(store: store).padding().expanded()
      HintBar(hints, always: ["quit"], last: nil)
    }
    .alert(store.destination?[case: \.alert])
  }

  private var hints: [Hint] {
    let hints = Todos.keys.hints(in: store.state)
    return store.destination == nil ? hints + [Hint("q", "quit")] : hints
  }
}

private struct Page: RetainedView {
  let store: StoreOf<Todos>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .form(let store): TodoFormView(store: store)
    case .alert, nil: TodoList(store: store)
    }
  }
}

private struct TodoList: RetainedView {
  let store: StoreOf<Todos>

  var body: some View {
    VStack {
      Text("Todos").style(.title)
      if store.todos.isEmpty { Text("Nothing to do.").style(.dim) }
      List(store.todos, selection: store.selection) { todo in
        HStack(spacing: 1) {
          Text(todo.isDone ? "[x]" : "[ ]")
          Text(todo.title)
          Text(todo.note).style(.dim)
        }
      }
    }
  }
}

private struct TodoFormView: RetainedView {
  let store: StoreOf<TodoForm>

  var body: some View {
    VStack {
      Text(store.todo.title.isEmpty ? "New todo" : "Edit").style(.title)
      row("Title", store.title, .title)
      row("Note", store.note, .note)
    }
  }

  private func row(_ label: String, _ text: TextField, _ field: TodoForm.Field) -> some View {
    HStack {
      Text(label).style(.dim).frame(width: 7)
      TextFieldView(text, isFocused: store.focus == field)
    }
  }
}
