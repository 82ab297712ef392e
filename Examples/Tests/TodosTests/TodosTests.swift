import Foundation
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import todos

@Suite(.checksForLeaks)
@MainActor
struct TodosTests {
  @Test func `a saved form is added to the list, and the list is stored`() async {
    let store = TestStore(initialState: Todos.State()) {
      Todos()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    let todo = Todo(id: UUID(0), title: "")
    await store.send(.addKeyPressed) { $0.destination = .form(TodoForm.State(todo: todo)) }
    await store.send(.destination(.presented(.form(.edited(.typed("A")))))) {
      $0.destination?.modify(\.form) { $0.title = "A" }
    }
    await store.send(.destination(.presented(.form(.nextFieldKeyPressed)))) {
      $0.destination?.modify(\.form) { $0.focus = .note }
    }
    await store.send(.destination(.presented(.form(.edited(.typed("b")))))) {
      $0.destination?.modify(\.form) { $0.note = "b" }
    }
    await store.send(.destination(.presented(.form(.saveKeyPressed))))
    await store.receive(\.destination.presented.form.delegate.saved) {
      $0.$todos.withLock { $0 = [Todo(id: UUID(0), title: "A", note: "b")] }
      $0.destination = nil
    }
    #expect(Todos.State().todos == [Todo(id: UUID(0), title: "A", note: "b")])
  }

  @Test func `the file is in the folder that the environment names, unless its path is relative`() {
    #expect(URL.todos(in: ["HOME": "/a"]).path == "/a/.local/share/ladder-examples/todos.json")
    #expect(
      URL.todos(in: ["HOME": "/a", "XDG_DATA_HOME": "/b"]).path == "/b/ladder-examples/todos.json")
    for path in ["", "b"] {
      #expect(
        URL.todos(in: ["HOME": "/a", "XDG_DATA_HOME": path]) == URL.todos(in: ["HOME": "/a"]))
    }
    #expect(URL.todos(in: ["HOME": "b"]) == URL.todos(in: [:]))
  }

  @Test func `deleting has to be confirmed`() async {
    @Shared(.todos) var todos = [.milk, .bread]
    let store = TestStore(initialState: Todos.State(selection: 1)) { Todos() }
    await store.send(.deleteKeyPressed) { $0.destination = .alert(.delete(.bread)) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.deleteKeyPressed) { $0.destination = .alert(.delete(.bread)) }
    await store.send(\.destination.alert.deletionConfirmed) {
      $0.destination = nil
      $0.$todos.withLock { $0 = [.milk] }
      $0.selection = 0
    }
  }

  @Test func `a list that can't be read is reported at the start, and can be read again`()
    async throws
  {
    @Dependency(\.defaultFileStorage) var storage
    try storage.save(Data("?".utf8), to: .todos)
    let store = TestStore(initialState: Todos.State()) { Todos() }
    let error = try #require(store.state.$todos.loadError)
    await store.send(.started) { $0.destination = .alert(.unreadable(error)) }
    try storage.save(JSONEncoder().encode([Todo.milk]), to: .todos)
    await store.send(\.destination.alert.tryAgain) { $0.destination = nil }
    await store.receive(\.started) { $0.$todos.withLock { $0 = [.milk] } }
  }

  @Test func `keys belong to the list, the form or the alert`() {
    @Shared(.todos) var todos = [.milk, .bread]
    let store = Store(initialState: Todos.State()) { Todos() }
    let backend = TestBackend(
      StoreProgram(TodosView(store: store), store: store, keys: Todos.keys, start: .started),
      size: Size(60, 9))
    #expect(
      backend.text == """
         Todos
         [ ] Milk 2 l
         [ ] Bread





        a add  Enter edit  Space done  d delete  ↑/↓ move  q quit
        """)
    backend.press(.space, .down, .enter)
    #expect(
      backend.text == """
         Edit
         Title  Bread
         Note





        Enter save  Tab next field  Esc cancel
        """)
    backend.type(" q?")
    #expect(backend.lines[1] == " Title  Bread q?")
    backend.press(.escape, "d")
    #expect(
      backend.text == """
         Todos       ╭─ Delete? ──────────────────────╮
         [x] Milk 2 l│                                │
         [ ] Bread   │ “Bread” can’t be brought back. │
                     │                                │
                     │ d Delete                       │
                     │ Esc Keep                       │
                     │                                │
                     ╰────────────────────────────────╯
        d Delete  Esc Keep
        """)
    backend.press("a", .up, "q", "d")
    #expect(store.todos.map(\.title) == ["Milk"])
    #expect(backend.program.exit == nil)
  }
}

extension Todo {
  fileprivate static let milk = Todo(id: UUID(1), title: "Milk", note: "2 l")
  fileprivate static let bread = Todo(id: UUID(2), title: "Bread")
}
