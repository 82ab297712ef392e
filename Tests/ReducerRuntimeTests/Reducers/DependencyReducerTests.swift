import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct DependencyReducerTests {
  @Test func `a dependency holds for the reducer, its effects and their actions`() async {
    let store = TestStore(initialState: "") {
      Reader().dependency(\.word, "inner")
    } withDependencies: {
      $0.word = "outer"
    }
    await store.send(.read) { $0 = "inner" }
    await store.send(.readInEffect)
    await store.receive(.found("inner")) { $0 = "inner: inner" }
  }

  @Test func `the first override counts`() async {
    let store = TestStore(initialState: "") {
      Reader().dependency(\.word, "first").dependency(\.word, "second")
    }
    await store.send(.read) { $0 = "first" }
  }

  @Test func `a sibling has the store's dependency`() {
    let store = Store(initialState: "") {
      CombineReducers {
        Reader().dependency(\.word, "inner")
        Reader()
      }
    } withDependencies: {
      $0.word = "outer"
    }
    store.send(.read)
    #expect(store.state == "outer")
  }

  @Test func `a dependency is changed`() async {
    let store = TestStore(initialState: "") {
      Reader().transformDependency(\.word) { $0 += "!" }
    } withDependencies: {
      $0.word = "outer"
    }
    await store.send(.read) { $0 = "outer!" }
  }

  @Test func `all dependencies can be changed by one closure`() async {
    let store = TestStore(initialState: "") {
      Reader().transformDependency(\.self) { $0.word = "all" }
    }
    await store.send(.read) { $0 = "all" }
  }

  @Test func `a value that is its own key needs no key path`() {
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        @Dependency(Limit.self) var limit
        state = limit.reps
        return .none
      }
      .dependency(Limit(reps: 7))
    }
    store.send(())
    #expect(store.state == 7)
  }

  @Test func `a dependency holds when the reducer is called directly`() {
    var state = ""
    _ = Reader().dependency(\.word, "by hand").reduce(into: &state, action: .read)
    #expect(state == "by hand")
  }
}

private struct Limit: DependencyKey {
  var reps: Int
  static let liveValue = Limit(reps: 1)
  static let testValue = Limit(reps: 2)
}

private enum WordKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}

private struct Reader: Reducer {
  enum Action: Equatable {
    case read
    case readInEffect
    case found(String)
  }

  @Dependency(\.word) var word

  var body: some Reducer<String, Action> {
    Reduce { state, action in
      switch action {
      case .read:
        state = word
        return .none
      case .readInEffect:
        return .run { send in await send(.found(word)) }
      case .found(let found):
        state = "\(found): \(word)"
        return .none
      }
    }
  }
}
