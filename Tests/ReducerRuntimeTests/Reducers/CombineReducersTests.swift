import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct CombineReducersTests {
  @Test func `its reducers run in order, and their effects are merged`() async {
    let store = TestStore(initialState: [String]()) {
      CombineReducers {
        Reduce<[String], String> { words, word in
          words.append("first \(word)")
          return word == "go" ? .send("from the first") : .none
        }
        Reduce { words, word in
          words.append("second \(word)")
          return word == "go" ? .send("from the second") : .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send("go") { $0 = ["first go", "second go"] }
    await store.receive("from the first")
    await store.receive("from the second")
  }

  @Test func `an operator is applied to all combined reducers`() async {
    let store = TestStore(initialState: 0) {
      CombineReducers {
        Reduce<Int, Void> { count, _ in
          count += 1
          return .none
        }
        Reduce { count, _ in
          count += 1
          return .none
        }
      }
      .onChange(of: { $0 }) { old, new in
        Reduce { count, _ in
          count = (new - old) * 100
          return .none
        }
      }
    }
    await store.send(()) { $0 = 200 }
  }
}
