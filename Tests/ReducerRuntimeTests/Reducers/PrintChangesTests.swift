import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct PrintChangesTests {
  @Test func `each action is printed with the change of state`() {
    let log = Log()
    let store = Store(initialState: 1) {
      counter._printChanges(
        _ReducerPrinter { action, old, new in log.lines.append("\(action): \(old) to \(new)") })
    }
    store.send(2)
    store.send(0)
    #expect(log.lines == ["2: 1 to 3", "0: 3 to 3"])
  }

  @Test func `the change of a shared value is printed by each printer`() {
    let log = Log()
    let printer = _ReducerPrinter<Shared<Int>, Int> { _, old, new in
      log.lines.append(diff(old, new) ?? "no change")
    }
    let store = Store(initialState: Shared(value: 1)) {
      Reduce<Shared<Int>, Int> { state, action in
        state.withLock { $0 += action }
        return .none
      }
      ._printChanges(printer)
      ._printChanges(printer)
    }
    store.send(2)
    store.send(0)
    #expect(log.lines.count == 4)
    #expect(log.lines[0].contains("1") && log.lines[0].contains("3"))
    #expect(log.lines[1] == log.lines[0])
    #expect(log.lines[2...] == ["no change", "no change"])
  }

  @Test func `without a printer nothing is printed`() {
    let store = Store(initialState: 1) { counter._printChanges(nil) }
    store.send(2)
    #expect(store.state == 3)
  }

  @Test func `each kind of value has a printed form`() {
    #expect(String(customDumping: Kind.plain) == "Kind.plain")
    #expect(
      String(customDumping: Kind.nested(.nested(.plain))) == """
        Kind.nested(
          .nested(.plain)
        )
        """)
    #expect(String(customDumping: [Int]()) == "[]")
    #expect(String(customDumping: [Int: Int]()) == "[:]")
    #expect(
      String(customDumping: ["b": [1, 2], "a": []]) == """
        [
          "a": [],
          "b": [
            [0]: 1,
            [1]: 2
          ]
        ]
        """)
    #expect(String(customDumping: Set(["b", "a"])) == "Set([\n  \"a\",\n  \"b\"\n])")
    #expect(String(customDumping: (1, name: "a")) == "(\n  1,\n  name: \"a\"\n)")
  }

  @Test func `an object or a shared value is printed once`() {
    let node = Node()
    node.next = node
    #expect(String(customDumping: node) == "Node(\n  next: Node(↩︎)\n)")
    @Shared(value: Person(name: "Ada", age: 36)) var person
    @Shared(value: 5) var other
    #expect(
      String(customDumping: [$person.age, $other, $person.age]) == """
        [
          [0]: #1 36,
          [1]: #2 5,
          [2]: #1 Int(↩︎)
        ]
        """)
  }

  @Test func `an element that only moves is not printed as a change`() {
    #expect(diff([1, 2], [1, 2, 3]) == "  …\n    [0]: 1,\n    [1]: 2,\n+   [2]: 3\n  ]")
    #expect(diff(["a", "b"], ["b"]) == "  [\n-   [0]: \"a\",\n    [0]: \"b\"\n  ]")
  }

  @Test func `values are printed line by line`() {
    let person = Person(name: "Ada", age: 36)
    #expect(
      String(customDumping: person) == """
        Person(
          name: "Ada",
          age: 36
        )
        """)
    #expect(diff(person, person) == nil)
    #expect(diff(person, Person(name: "Ada", age: 37))?.contains("+   age: 37") == true)
  }

  private var counter: Reduce<Int, Int> {
    Reduce { state, action in
      state += action
      return .none
    }
  }
}

@MainActor
private final class Log {
  var lines: [String] = []
}

private struct Person {
  var name: String
  var age: Int
}

private indirect enum Kind {
  case plain
  case nested(Kind)
}

private final class Node {
  var next: Node?
}
