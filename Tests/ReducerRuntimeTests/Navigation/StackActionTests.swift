import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct StackActionTests {
  typealias Path = StackAction<String, Step>

  @Test func `the cases are built by their case paths`() {
    let pop: CaseKeyPath<Path, StackElementID> = \.popFrom
    #expect(pop(3) == .popFrom(id: 3))
    let element: CaseKeyPath<Path, (id: StackElementID, action: Step)> = \.element
    #expect(element((id: 1, action: .stop)) == .element(id: 1, action: .stop))
    let push: CaseKeyPath<Path, (id: StackElementID, state: String)> = \.push
    #expect(push((id: 1, state: "a")) == .push(id: 1, state: "a"))
    #expect(Path.popFrom(id: 1)[case: push] == nil)
  }

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

  @Test func `actions with equal contents are equal`() {
    #expect(Path.popFrom(id: 1) == .popFrom(id: 1))
    #expect(Path.popFrom(id: 1) != .popFrom(id: 2))
    #expect(Set([Path.push(id: 0, state: "a"), .push(id: 0, state: "a")]).count == 1)
  }
}
