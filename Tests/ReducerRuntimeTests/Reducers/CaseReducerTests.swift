import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct CaseReducerTests {
  @Test func `ifLet without a closure runs the feature that is presented`() async {
    let store = TestStore(initialState: Folder.State()) { Folder() }
    await store.send(.open) { $0.destination = .folder(Folder.State()) }
    await store.send(\.destination.folder.rename, "Inner") {
      $0.destination?.modify(\.folder) { $0.name = "Inner" }
    }
    await store.send(.destination(.presented(.folder(.open)))) {
      $0.destination?.modify(\.folder) { $0.destination = .folder(Folder.State()) }
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.edit) { $0.destination = .editor(Editor.State()) }
    await store.send(.destination(.presented(.editor(.typed("a"))))) {
      $0.destination?.modify(\.editor) { $0.text = "a" }
    }
  }

  @Test func `forEach without a closure runs the feature of the row`() async {
    let store = TestStore(
      initialState: Desk.State(items: [.editor(Editor.State(id: 1)), .editor(Editor.State(id: 2))])
    ) { Desk() }
    await store.send(.items(.element(id: 2, action: .editor(.typed("b"))))) {
      $0.items[id: 2]?.modify(\.editor) { $0.text = "b" }
    }
    await store.send(.main(.editor(.typed("c")))) {
      $0.main?.modify(\.editor) { $0.text = "c" }
    }
  }

  @Test func `an unavailable case has no feature`() {
    let store = Store(initialState: Drawer.State.editor(Editor.State())) { Drawer.body }
    store.send(.editor(.typed("a")))
    guard case .editor(let editor) = store.case else { return }
    #expect(editor.text == "a")
  }

  @Test func `an action for an absent feature is reported`() async {
    let state = Folder.State(destination: .editor(Editor.State()))
    let store = Store(initialState: state) { Folder() }
    let issues = await reported {
      store.send(.destination(.presented(.folder(.rename("Inner")))))
    }
    #expect(issues.count == 1)
  }

  @Test func `stores of different cases are different`() {
    let state = Folder.State(destination: .folder(Folder.State(name: "Inner")))
    let store = Store(initialState: state) { Folder() }
    guard let child = store.scope(state: \.destination, action: \.destination.presented) else {
      Issue.record("Nothing is presented")
      return
    }
    guard case .folder(let inner) = child.case else {
      Issue.record("Another feature is presented")
      return
    }
    #expect(inner.name == "Inner")
    inner.send(.rename("Other"))
    #expect(store.destination?.folder?.name == "Other")
    if case .folder(let again) = child.case { #expect(again === inner) }
  }

  @Test func `a presented feature's store is reached through its case`() {
    let store = Store(initialState: Folder.State()) { Folder() }
    #expect(store.scope(state: \.destination?.editor, action: \.destination.editor) == nil)
    store.send(.edit)
    let editor = store.scope(state: \.destination?.editor, action: \.destination.editor)
    #expect(editor != nil)
    #expect(editor === store.scope(state: \.destination?.editor, action: \.destination.editor))
    editor?.send(.typed("a"))
    #expect(store.destination?.editor?.text == "a")
    #expect(store.scope(state: \.destination?.folder, action: \.destination.folder) == nil)
  }

  @Test func `features without actions may be presented`() {
    let state = Gallery.State.picture(Picture.State())
    let store = Store(initialState: state) { Gallery.body }
    guard case .picture = store.case else {
      Issue.record("Another feature is presented")
      return
    }
  }

  @Test func `a body written by hand sees the actions of its cases`() async {
    let store = TestStore(initialState: Session.State.signedOut(Editor.State())) { Session.body }
    await store.send(\.signedOut.typed, "Ada") { $0 = .signedIn(Editor.State(text: "Ada")) }
    await store.send(\.signedIn.typed, "Bob") { $0.modify(\.signedIn) { $0.text = "Bob" } }
  }
}

@Reducer
private struct Picture {}

@Reducer
private enum Gallery {
  case picture(Picture)
  case empty
}

@Reducer
private enum Session {
  case signedIn(Editor)
  case signedOut(Editor)

  static var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .signedOut(.typed(let name)) = action {
        state = .signedIn(Editor.State(text: name))
      }
      return .none
    }
    .ifCaseLet(\.signedIn, action: \.signedIn) { Editor() }
    .ifCaseLet(\.signedOut, action: \.signedOut) { Editor() }
  }
}

extension Session.State: Equatable {}

@Reducer
private struct Folder {
  @Reducer(state: .equatable, .sendable)
  enum Destination {
    case folder(Folder)
    case editor(Editor)
    case help(topic: String, page: Int)
  }

  @ObservableState
  struct State: Equatable {
    var name = ""
    @Presents var destination: Destination.State?
  }

  enum Action {
    case rename(String)
    case open
    case edit
    indirect case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name): state.name = name
      case .open: state.destination = .folder(Folder.State())
      case .edit: state.destination = .editor(Editor.State())
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
private struct Desk {
  @Reducer(state: .equatable)
  enum Item {
    case editor(Editor)
    case folder(Folder)
  }

  @ObservableState
  struct State: Equatable {
    var items: IdentifiedArrayOf<Item.State> = []
    var main: Item.State? = .editor(Editor.State())
  }

  enum Action {
    case items(IdentifiedAction<Int, Item.Action>)
    case main(Item.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.items, action: \.items)
      .ifLet(\.main, action: \.main)
  }
}

extension Desk.Item.State: Identifiable {
  var id: Int {
    switch self {
    case .editor(let editor): editor.id
    case .folder: 0
    }
  }
}

@Reducer
private struct Editor {
  @ObservableState
  struct State: Equatable {
    var id = 0
    var text = ""
  }
  enum Action { case typed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .typed(let text) = action { state.text = text }
      return .none
    }
  }
}

@Reducer
private enum Drawer {
  case editor(Editor)
  @available(*, unavailable) case folder(Folder)
  @available(*, unavailable) case alert(AlertState<Never>)
}
