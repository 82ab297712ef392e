import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of the statements in a `body`. Each reducer adds its name to the state.
@Suite(.checksForLeaks)
@MainActor
struct ReducerBuilderTests {
  private func names(
    @ReducerBuilder<[String], Void> _ build: () -> some Reducer<[String], Void>
  ) -> [String] {
    let store = Store(initialState: [String](), reducer: build)
    store.send(())
    return store.state
  }

  @Test func `reducers run in order`() {
    let names = names {
      Name("a")
      Name("b")
      Name("c")
    }
    #expect(names == ["a", "b", "c"])
  }

  @Test(arguments: [true, false])
  func `a body can have an if, with and without else`(isFirst: Bool) {
    let names = names {
      if isFirst { Name("only") }
      if isFirst {
        Name("first")
      } else {
        Name("second")
      }
    }
    #expect(names == (isFirst ? ["only", "first"] : ["second"]))
  }

  @Test(arguments: 0..<3)
  func `a body can have a switch`(number: Int) {
    let names = names {
      switch number {
      case 0: Name("none")
      case 1: Name("one")
      default: Name("many")
      }
    }
    #expect(names == [["none"], ["one"], ["many"]][number])
  }

  @Test func `a body can have a loop`() {
    let names = names {
      for name in ["x", "y", "z"] { Name(name) }
    }
    #expect(names == ["x", "y", "z"])
  }

  @Test func `a body can be empty`() {
    #expect(names {} == [])
  }

  @Test func `a body can have a reducer with limited availability`() {
    let names = names {
      if #available(macOS 15, *) { Name("new") }
    }
    #expect(names == ["new"])
  }

  @Test func `a body can have an existential reducer`() {
    let names = names { Hiding(hidden: Name("hidden")) }
    #expect(names == ["hidden", "shown"])
  }

  @Test func `the effects of all reducers run`() {
    let store = Store(initialState: [String]()) {
      Reply("a", to: "go")
      Reply("b", to: "go")
      for name in ["c", "d"] { Reply(name, to: "go") }
    }
    store.send("go")
    #expect(store.state == ["a", "b", "c", "d"])
  }
}

private struct Name: Reducer {
  let name: String
  init(_ name: String) { self.name = name }

  func reduce(into state: inout [String], action: Void) -> Effect<Void> {
    state.append(name)
    return .none
  }
}

private struct Hiding: Reducer {
  typealias State = [String]
  typealias Action = Void
  let hidden: any Reducer<[String], Void>

  var body: some ReducerOf<Self> {
    hidden
    Name("shown")
  }
}

/// A reducer that sends its name when it receives `trigger`, and records its name when it receives the name.
private struct Reply: Reducer {
  let name: String
  let trigger: String
  init(_ name: String, to trigger: String) {
    self.name = name
    self.trigger = trigger
  }

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    if action == trigger { return .send(name) }
    if action == name { state.append(name) }
    return .none
  }
}
