import ReducerRuntime
import TerminalUI

/// A feature with a list that is kept in a file, a form on top of it, and two alerts.
@Reducer
struct Todos {
  /// The form and the alerts on top of the list. One is shown at a time.
  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Alert>)
    case form(TodoForm)

    @CasePathable
    enum Alert: Equatable { case deletionConfirmed, tryAgain }
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.todos) var todos
    /// The offset of the selected row.
    var selection = 0
    @Presents var destination: Destination.State?

    var selected: Todo? { todos.indices.contains(selection) ? todos[selection] : nil }
  }

  enum Action {
    case addKeyPressed
    case deleteKeyPressed
    case destination(PresentationAction<Destination.Action>)
    case doneKeyPressed
    case editKeyPressed
    case moveKeyPressed(Int)
    /// The program has started. `main.swift` passes this action to the program, which sends it first.
    case started
  }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addKeyPressed:
        state.destination = .form(TodoForm.State(todo: Todo(id: uuid(), title: "")))
        return .none
      case .deleteKeyPressed:
        if let todo = state.selected { state.destination = .alert(.delete(todo)) }
        return .none
      case .destination(.presented(.alert(.deletionConfirmed))):
        guard let todo = state.selected else { return .none }
        state.$todos.withLock { _ = $0.remove(id: todo.id) }
        state.selection = state.selection.moved(by: 0, in: state.todos.count)
        return .none
      case .destination(.presented(.alert(.tryAgain))):
        return .run { [todos = state.$todos] send in
          // An error is also the list's `loadError`.
          try? await todos.load()
          await send(.started)
        }
      case .destination(.presented(.form(.delegate(.saved(let todo))))):
        state.$todos.withLock { $0[id: todo.id] = todo }
        state.selection = state.todos.index(id: todo.id) ?? 0
        state.destination = nil
        return .none
      case .destination:
        return .none
      case .doneKeyPressed:
        guard let todo = state.selected else { return .none }
        state.$todos.withLock { $0[id: todo.id]?.isDone.toggle() }
        return .none
      case .editKeyPressed:
        if let todo = state.selected { state.destination = .form(TodoForm.State(todo: todo)) }
        return .none
      case .moveKeyPressed(let offset):
        state.selection = state.selection.moved(by: offset, in: state.todos.count)
        return .none
      case .started:
        if let error = state.$todos.loadError { state.destination = .alert(.unreadable(error)) }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) { Destination.body }
  }
}

// MARK: - Alerts

extension AlertState<Todos.Destination.Alert> {
  static func delete(_ todo: Todo) -> Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("“") + TextState(todo.title).bold() + TextState("” can’t be brought back.")
    }
  }

  static func unreadable(_ error: any Error) -> Self {
    AlertState {
      TextState("The list can’t be read")
    } actions: {
      ButtonState(action: .tryAgain) { TextState("Try again") }
      ButtonState(role: .cancel) { TextState("Begin a new list") }
    } message: {
      TextState("A new list replaces the file with your first change. \(error)")
    }
  }
}
