import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct IdentifiedActionTests {
  typealias Rows = IdentifiedAction<Int, Step>

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
}
