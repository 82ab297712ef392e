import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's performance advice and of its anti-patterns, which are reported at run time.
@Suite(.checksForLeaks)
@MainActor
struct AdviceTests {
  // MARK: Performance

  @Test func `a view observes only the properties it reads`() {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    var labels: [String] = []
    let token = observe { labels.append(store.label) }
    store.send(.itemTapped(0))
    #expect(labels == [""])
    store.send(.labelChanged("tools"))
    #expect(labels == ["", "tools"])
    token.cancel()
  }

  @Test func `a computed property is observed through the stored properties it reads`() {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    var computed = 0
    var stored = 0
    let first = observe {
      _ = store.computedActiveItems
      computed += 1
    }
    let second = observe {
      _ = store.activeItems
      stored += 1
    }
    store.send(.itemTapped(0))
    #expect((computed, stored) == (2, 2))
    // Renaming an item does not change which items are active. The first observer runs anyway, because the
    // computed list reads all items; the observer of the stored list does not run.
    store.send(.itemRenamed(1, "b"))
    #expect((computed, stored) == (3, 2))
    first.cancel()
    second.cancel()
  }

  @Test func `a list looks up its rows by id`() {
    var items: IdentifiedArrayOf<Shelf.Item> = []
    items.append(contentsOf: (0..<1_000).map { Shelf.Item(id: $0, name: "\($0)") })
    items[id: 731]?.name = "found"
    #expect(items[731].name == "found")
    #expect(items.index(id: 731) == 731)
  }

  // MARK: Anti-patterns

  @Test func `state can only be changed by an action`() {
    let path: AnyKeyPath = \StoreOf<Shelf>.state
    #expect(!(path is ReferenceWritableKeyPath<StoreOf<Shelf>, Shelf.State>))
    let label: AnyKeyPath = \StoreOf<Shelf>.label
    #expect(!(label is ReferenceWritableKeyPath<StoreOf<Shelf>, String>))
  }

  @Test func `a timer that is still running fails the test`() async {
    await withKnownIssue {
      let store = TestStore(initialState: Shelf.State()) {
        Shelf()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.foreverButtonTapped)
      await store.finish(timeout: .zero)
    } matching: {
      $0.description.contains("foreverButtonTapped")
    }
  }

  @Test func `an unstructured task that sends after its effect has ended is reported`() async {
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = LockIsolated<Task<Void, Never>?>(nil)
    let store = Store(initialState: Shelf.State()) {
      Reduce<Shelf.State, Shelf.Action> { state, action in
        guard case .looseTaskButtonTapped = action else {
          state.label = "sent"
          return .none
        }
        return .run { send in
          let loose = Task {
            for await _ in gate.stream { break }
            await send(.labelChanged("late"))
          }
          task.withValue { $0 = loose }
        }
      }
    }
    await withKnownIssue {
      await store.send(.looseTaskButtonTapped).finish()
      gate.continuation.yield()
      await task.value?.value
    } matching: {
      $0.description.contains("completed")
    }
    #expect(store.label == "sent")
  }

  @Test func `an action that is sent by a cancelled effect is ignored`() async {
    let store = TestStore(initialState: Shelf.State()) { Shelf() }
    let task = await store.send(.stubbornButtonTapped)
    await task.cancel()
    await store.finish()
  }

  @Test func `using an unset dependency fails the test`() async {
    let store = TestStore(initialState: Shelf.State()) { Shelf() }
    await withKnownIssue {
      await store.send(.saveButtonTapped)
      await store.finish()
    } matching: {
      $0.description.contains("save")
    }
  }
}

@Reducer
private struct Shelf {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var isActive = false
  }

  @ObservableState
  struct State: Equatable, Sendable {
    var items = [Item(id: 0, name: "a"), Item(id: 1, name: "b")]
    var activeItems: [Item] = []
    var label = ""

    var computedActiveItems: [Item] { items.filter(\.isActive) }
  }

  enum Action {
    case foreverButtonTapped
    case itemRenamed(Int, String)
    case itemTapped(Int)
    case labelChanged(String)
    case looseTaskButtonTapped
    case saveButtonTapped
    case stubbornButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(ShelfClient.self) var client

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .itemTapped(let index):
        state.items[index].isActive.toggle()
        state.activeItems = state.computedActiveItems
        return .none
      case .itemRenamed(let index, let name):
        state.items[index].name = name
        return .none
      case .labelChanged(let label):
        state.label = label
        return .none
      case .foreverButtonTapped:
        return .run { _ in
          for await _ in clock.timer(interval: .seconds(1)) {}
        }
      case .stubbornButtonTapped:
        return .run { send in
          while !Task.isCancelled { await Task.yield() }
          await send(.labelChanged("never"))
        }
      case .saveButtonTapped:
        return .run { [label = state.label] _ in try await client.save(label: label) }
      case .looseTaskButtonTapped:
        return .none
      }
    }
  }
}

@DependencyClient
private struct ShelfClient: Sendable, TestDependencyKey {
  var save: @Sendable (_ label: String) async throws -> Void

  static let testValue = ShelfClient()
}
