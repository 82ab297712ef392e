import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct IdentifiedActionTests {
  typealias Rows = IdentifiedAction<Int, Step>

  @Test func `an identified action is built by its case path`() {
    let element: CaseKeyPath<Rows, (id: Int, action: Step)> = \.element
    #expect(element((id: 3, action: .stop)) == .element(id: 3, action: .stop))
  }

  @Test func `an identified action has the element's id and its action`() {
    let action = Rows.element(id: 3, action: .walk(5))
    #expect(action[case: \.element]?.id == 3)
    #expect(action[case: \.element]?.action == .walk(5))
    #expect(action.element?.id == 3)
  }

  @Test func `a row's actions are reached by its identifier`() {
    let path: CaseKeyPath<Rows, Int> = \.[id: 3].walk
    #expect(path(5) == .element(id: 3, action: .walk(5)))
    #expect(Rows.element(id: 3, action: .walk(5))[case: path] == 5)
    #expect(Rows.element(id: 4, action: .walk(5))[case: path] == nil)
    #expect(Rows.element(id: 3, action: .stop)[case: path] == nil)
  }

  @Test func `an identified action has the types of a reducer`() {
    let action: IdentifiedActionOf<PlainChild> = .element(id: 1, action: .increment)
    #expect(action.is(\.[id: 1]))
  }

  @Test func `actions with equal contents are equal`() {
    #expect(Rows.element(id: 1, action: .stop) == .element(id: 1, action: .stop))
    #expect(Rows.element(id: 1, action: .stop) != .element(id: 2, action: .stop))
    #expect(Set([Rows.element(id: 1, action: .stop), .element(id: 1, action: .stop)]).count == 1)
  }
}
