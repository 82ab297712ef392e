// The tests of this target cover the requirements of the runtime: five articles about features and reducers, the seeds
// 000 to 004. Each suite builds the example of one article. `Guide` tests the longest one, 003. docs/RUNTIME.md lists
// the articles' constructs.

import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 004: actions in three sets. A parent may match only the delegate actions of its direct
/// children.
@Suite(.checksForLeaks)
@MainActor
struct ActionBoundariesTests {
  @Test func `a parent receives the delegate actions of its direct children`() async {
    let store = TestStore(initialState: AppFeature.State()) { AppFeature() }
    await store.send(._internal(.userSettings(.view(.dayEndChanged(hour: 4))))) {
      $0.settings.dayEnd = 4
    }
    await store.receive(\._internal.userSettings.delegate) { $0.dayEnd = 4 }
    await store.send(._internal(.tasks(.view(.addButtonTapped(title: "Wash the car"))))) {
      $0.tasks.titles = ["Wash the car"]
    }
    await store.receive(\._internal.tasks._internal.saved) { $0.tasks.saves = 1 }
    await store.receive(\._internal.tasks.delegate.countChanged, 1) { $0.badge = 1 }
  }

  @Test func `nested action sets are matched by case paths`() async {
    let store = TestStore(initialState: AppFeature.State()) { AppFeature() }
    await store.send(._internal(.dataLoaded)) { $0.isLoaded = true }
    await store.send(._internal(.subset(.ignore)))
    await store.send(._internal(.subset(.reset))) { $0.isLoaded = false }
  }

  @Test func `a store is scoped to a child by one case path`() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    let settings: StoreOf<UserSettings> = store.scope(state: \.settings, action: \.userSettings)
    settings.send(.view(.dayEndChanged(hour: 6)))
    #expect(settings.dayEnd == 6)
    #expect(store.settings.dayEnd == 6)
    #expect(store.dayEnd == 6)
    #expect(store.scope(state: \.settings, action: \.userSettings) === settings)
    // Two key paths lead to the same child.
    #expect(store.scope(state: \.settings, action: \._internal.userSettings).dayEnd == 6)
  }

  @Test func `an optional child is scoped by one case path`() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    #expect(store.scope(state: \.draft, action: \.draft) == nil)
    store.send(.view(.draftButtonTapped))
    let draft = store.scope(state: \.draft, action: \.draft)
    draft?.send(.view(.addButtonTapped(title: "Gym")))
    #expect(store.draft?.titles == ["Gym"])
  }

  @Test func `view, internal and delegate actions of a list are reduced separately`() async {
    let store = TestStore(initialState: Todos.State()) { Todos() }
    await store.send(.view(.didAppear))
    await store.receive(\._internal.listResult.success) {
      $0.todos = [Todo(id: 0, name: "Wash Car"), Todo(id: 1, name: "Goto Gym", complete: true)]
    }
    await store.send(.view(.toggle(Todo(id: 0, name: "Wash Car"))))
    await store.receive(\._internal.toggleResult.success) { $0.todos[id: 0]?.complete = true }
    await store.receive(\.delegate.completed, 0)
    await store.send(.view(.toggle(Todo(id: 9, name: "Unknown"))))
    await store.receive(\._internal.toggleResult.failure) { $0.error = .unknown }
    await store.send(.view(.dismissError)) { $0.error = nil }
    await store.send(.view(.didRename))
  }

  @Test func `the action sets have case paths`() {
    let action = AppFeature.Action._internal(.userSettings(.delegate(.dayEndChanged(hour: 3))))
    #expect(action.is(\._internal.userSettings.delegate))
    #expect(!action.is(\.view))
    #expect(action[case: \._internal.userSettings.delegate.dayEndChanged] == 3)
  }
}

/// The feature that embeds the other features.
@Reducer
private struct AppFeature {
  @ObservableState
  struct State: Equatable {
    var settings = UserSettings.State()
    var tasks = Tasks.State()
    var draft: Tasks.State?
    var isLoaded = false
    var dayEnd = 0
    var badge = 0
  }

  enum Action: BoundedAction, Equatable {
    enum ViewAction: Equatable { case draftButtonTapped }
    enum DelegateAction: Equatable {}
    @CasePathable
    enum InternalAction: Equatable {
      enum Subset: Equatable { case ignore, reset }
      case dataLoaded
      case subset(Subset)
      case userSettings(UserSettings.Action)
      case tasks(Tasks.Action)
      case draft(Tasks.Action)
    }
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.settings, action: \.userSettings) { UserSettings() }
    Scope(state: \.tasks, action: \.tasks) { Tasks() }
    Reduce { state, action in
      switch action {
      case .view(.draftButtonTapped):
        state.draft = Tasks.State()
      case ._internal(.userSettings(.delegate(.dayEndChanged(let hour)))):
        state.dayEnd = hour
      case ._internal(.dataLoaded):
        state.isLoaded = true
      case ._internal(.subset(.ignore)):
        break
      case ._internal(.subset(let action)):
        if action == .reset { state.isLoaded = false }
      case ._internal(.tasks(.delegate(.countChanged(let count)))):
        state.badge = count
      case ._internal(.userSettings), ._internal(.tasks), ._internal(.draft):
        break
      }
      return .none
    }
    .ifLet(\.draft, action: \._internal.draft) { Tasks() }
  }
}

@Reducer
private struct UserSettings {
  @ObservableState
  struct State: Equatable { var dayEnd = 0 }

  enum Action: BoundedAction, Equatable {
    enum ViewAction: Equatable { case dayEndChanged(hour: Int) }
    @CasePathable
    enum DelegateAction: Equatable { case dayEndChanged(hour: Int) }
    enum InternalAction: Equatable {}
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.dayEndChanged(let hour)):
        state.dayEnd = hour
        return .send(.delegate(.dayEndChanged(hour: hour)))
      case .delegate:
        return .none
      }
    }
  }
}

/// A feature with one reducer for each action set, so that it cannot send view actions to itself.
@Reducer
private struct Tasks {
  @ObservableState
  struct State: Equatable {
    var titles: [String] = []
    var saves = 0
  }

  enum Action: BoundedAction, Equatable {
    enum ViewAction: Equatable { case addButtonTapped(title: String) }
    @CasePathable
    enum DelegateAction: Equatable { case countChanged(Int) }
    @CasePathable
    enum InternalAction: Equatable { case saved }
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Reduce(
      view: { state, action in
        switch action {
        case .addButtonTapped(let title):
          state.titles.append(title)
          return .run { send in await send(._internal(.saved)) }
        }
      },
      internal: { state, action in
        switch action {
        case .saved:
          state.saves += 1
          return .send(.delegate(.countChanged(state.titles.count)))
        }
      })
  }
}

private struct Todo: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var complete = false
}

@Reducer
private struct Todos {
  enum Failure: Error, Equatable { case unknown }

  @ObservableState
  struct State: Equatable {
    var todos: IdentifiedArrayOf<Todo> = []
    var error: Failure?
  }

  enum Action: BoundedAction {
    enum ViewAction {
      case didRename
      case didAppear
      case toggle(Todo)
      case dismissError
    }
    @CasePathable
    enum DelegateAction: Equatable { case completed(Todo.ID) }
    @CasePathable
    enum InternalAction {
      case listResult(Result<[Todo], Failure>)
      case toggleResult(Result<Todo, Failure>)
    }
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Reduce(
      view: { state, action in
        switch action {
        case .didRename:
          return .none
        case .didAppear:
          return .run { send in
            let todos = [
              Todo(id: 0, name: "Wash Car"), Todo(id: 1, name: "Goto Gym", complete: true),
            ]
            await send(._internal(.listResult(.success(todos))))
          }
        case .toggle(var todo):
          guard state.todos[id: todo.id] != nil else {
            return .send(._internal(.toggleResult(.failure(.unknown))))
          }
          todo.complete.toggle()
          return .send(._internal(.toggleResult(.success(todo))))
        case .dismissError:
          state.error = nil
          return .none
        }
      },
      internal: { state, action in
        switch action {
        case .listResult(.success(let todos)):
          state.todos = IdentifiedArray(uniqueElements: todos)
          return .none
        case .toggleResult(.success(let todo)):
          state.todos[id: todo.id] = todo
          return todo.complete ? .send(.delegate(.completed(todo.id))) : .none
        case .listResult(.failure(let error)), .toggleResult(.failure(let error)):
          state.error = error
          return .none
        }
      })
  }
}
