import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct StackStateTests {
  @Test func `a stack is encoded and described like a plain array`() throws {
    let stack: StackState<Int> = [3, 4]
    #expect("\(stack)" == "[3, 4]")
    let data = try JSONEncoder().encode(stack)
    #expect(try JSONDecoder().decode(StackState<Int>.self, from: data) == stack)
    #expect(Set([stack, [3, 4], [3]]).count == 2)
    #expect(String(customDumping: stack) == "[\n  #0: 3,\n  #1: 4\n]")
  }

  @Test func `moved elements keep their ids`() {
    var stack: StackState<String> = ["a", "b"]
    stack.swapAt(0, 1)
    #expect(stack.ids == [1, 0])
    #expect(stack[id: 0] == "a")
    stack[0] = "c"
    #expect(stack[id: 1] == "c")
    stack.pop(to: 9)
    stack[id: 9] = nil
    #expect(stack.count == 2)
  }

  @Test func `elements are pushed, popped and found`() {
    var stack: StackState<String> = ["a", "b"]
    stack.append("c")
    #expect(stack.ids == [0, 1, 2])
    #expect(Array(stack) == ["a", "b", "c"])
    #expect(stack[id: 1] == "b")
    #expect(stack.last == "c")
    stack.pop(to: 1)
    #expect(Array(stack) == ["a", "b"])
    stack.pop(from: 7)
    stack.pop(from: 1)
    #expect(Array(stack) == ["a"])
    stack.append(contentsOf: ["d", "e"])
    #expect(stack.ids == [0, 3, 4])
    #expect(stack.popLast() == "e")
    stack.removeAll()
    #expect(stack.isEmpty)
    stack.append("f")
    #expect(stack.ids == [5])
  }

  @Test func `elements can be changed through their identifiers`() {
    var stack: StackState<[Int]> = [[1], [2], [3]]
    stack[id: 0]?.append(10)
    stack[id: 2]?.append(30)
    #expect(Array(stack) == [[1, 10], [2], [3, 30]])
    stack[id: 1] = nil
    #expect(stack.ids == [0, 2])
    #expect(Array(stack) == [[1, 10], [3, 30]])
    stack[id: 7] = [7]
    #expect(stack.ids == [0, 2, 7])
    stack.append([8])
    #expect(stack.ids == [0, 2, 7, 8])
    let clear: (inout [Int]?) -> Void = { $0 = nil }
    clear(&stack[id: 0])
    #expect(Array(stack) == [[3, 30], [7], [8]])
    #expect(stack.ids == [2, 7, 8])
    stack[id: 9]?.append(1)
    #expect(stack.count == 3)
  }

  @Test func `a payload can be changed through an identifier and a case`() {
    var stack: StackState<Screen> = [.title("a"), .number(1)]
    stack[id: 0, case: \.title]?.append("b")
    #expect(Array(stack) == [.title("ab"), .number(1)])
    #expect(stack[id: 1, case: \.number] == 1)
    stack[id: 1, case: \.number] = nil
    #expect(stack.ids == [0])
  }

  @Test func `writing to another case is reported at the line of the write`() {
    var stack: StackState<Screen> = [.title("a")]
    withExpectedIssue { stack[id: 0, case: \.number]? += 1 }
    withExpectedIssue { stack[id: 0, case: \.number] = nil }
    withExpectedIssue { stack[id: 1, case: \.title]?.append("b") }
    #expect(Array(stack) == [.title("a")])
  }

  @Test func `stacks with equal elements and ids are equal`() {
    var one: StackState<Int> = [1, 2]
    let two: StackState<Int> = [1, 2]
    #expect(one == two)
    one.removeLast()
    one.append(2)
    #expect(one != two)
  }

  @Test func `an element's payload is changed in place`() {
    var stack: StackState<[Int]> = [[1, 2, 3], [4]]
    let before = stack[0].withUnsafeBytes { $0.baseAddress }
    stack[id: 0]?[1] = 7
    stack[0][2] = 8
    #expect(stack[0].withUnsafeBytes { $0.baseAddress } == before)
    #expect(stack[0] == [1, 7, 8])
  }
}

@CasePathable
private enum Screen: Equatable {
  case title(String)
  case number(Int)
}

@Suite(.checksForLeaks)
struct StackActionTests {
  typealias Path = StackAction<String, Step>

  @Test func `the cases are distinguished`() {
    #expect(Path.popFrom(id: 3)[case: \.popFrom] == 3)
    #expect(Path.push(id: 1, state: "a")[case: \.push]?.state == "a")
    #expect(Path.push(id: 1, state: "a")[case: \.push]?.id == 1)
    #expect(Path.element(id: 2, action: .stop)[case: \.element]?.id == 2)
    #expect(Path.element(id: 2, action: .stop)[case: \.popFrom] == nil)
  }

  @Test func `an element's actions are reached by its identifier`() {
    let path: CaseKeyPath<Path, Int> = \.[id: 2].walk
    #expect(path(5) == .element(id: 2, action: .walk(5)))
    #expect(Path.element(id: 2, action: .walk(5))[case: path] == 5)
    #expect(Path.element(id: 3, action: .walk(5))[case: path] == nil)
    #expect(Path.popFrom(id: 2)[case: path] == nil)
  }
}

@Suite(.checksForLeaks)
@MainActor
struct StackElementIDTests {
  @Test func `an element id has a literal and a description`() {
    let id: StackElementID = 3
    #expect(id == StackElementID(integerLiteral: 3))
    #expect("\(id)" == "#3")
  }

  @Test func `each store numbers its elements from zero`() {
    for _ in 0..<2 {
      let store = Store(initialState: StackState<Int>()) {
        Reduce<StackState<Int>, Void> { stack, _ in
          stack.append(0)
          return .none
        }
      }
      store.send(())
      store.send(())
      #expect(store.state.ids == [0, 1])
    }
  }
}

@Suite(.checksForLeaks)
@MainActor
struct StoreStackTests {
  private let store = Store(initialState: StackState(["a", "b", "c"])) {
    Reduce<StackState<String>, StackAction<String, Step>> { stack, action in
      switch action {
      case .element(let id, .walk(let steps)): stack[id: id]?.append("\(steps)")
      case .element: break
      case .popFrom(let id): stack.pop(from: id)
      case .push(let id, let state): stack[id: id] = state
      }
      return .none
    }
  }

  @Test func `the elements of a stack have stores`() {
    let elements = store.elements()
    #expect(elements.map(\.state) == ["a", "b", "c"])
    elements[1].send(.walk(2))
    #expect(store.state[1] == "b2")
    #expect(store.elements()[1] === elements[1])
  }

  @Test func `pop removes the top element until the stack is empty`() {
    store.pop()
    #expect(Array(store.state) == ["a", "b"])
    store.pop()
    #expect(store.pop() != nil)
    #expect(store.pop() == nil)
    #expect(store.state.isEmpty)
  }
}
