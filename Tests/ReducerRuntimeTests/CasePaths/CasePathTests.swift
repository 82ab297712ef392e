import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks) struct CasePathTests {
  typealias Action = Family.Action

  @Test func `is(_:) returns whether a value is of a case`() {
    let action = Action.child(.setCount(1))
    #expect(action.is(\.child))
    #expect(action.is(\.child.setCount))
    #expect(!action.is(\.child.increment))
    #expect(!action.is(\.plain))
  }

  @Test func `a case is read by subscript`() {
    let action = Action.child(.setCount(7))
    #expect(action[case: \.child.setCount] == 7)
    #expect(action[case: \.setNote] == nil)
  }

  @Test func `a case is changed in place`() async {
    var action = Action.child(.setCount(7))
    action.modify(\.child.setCount) { $0 += 1 }
    #expect(action[case: \.child.setCount] == 8)
    let reported = await issues { action.modify(\.setNote) { $0 = "x" } }
    #expect(reported.count == 1)
    #expect(action[case: \.child.setCount] == 8)
  }

  @Test func `a case is set by its property`() {
    var route = Route.detail(1)
    route.detail = 2
    #expect(route.detail == 2)
    route.note = "x"
    #expect(route == .detail(2))
  }

  @Test func `a value returns its case`() {
    #expect(Action.setNote("x").case == \.setNote)
    #expect(Action.setNote("x").case != \.child)
  }

  @Test func `presented cases are named with and without presented`() {
    let action = Action.presented(.presented(.setCount(3)))
    #expect(action[case: \.presented.presented.setCount] == 3)
    #expect(action[case: \.presented.setCount] == 3)
    #expect(action.is(\.presented.presented))
    #expect(!action.is(\.presented.dismiss))
    #expect(Action.presented(.dismiss).is(\.presented.dismiss))
  }

  @Test func `elements are named by id`() {
    let action = Action.rows(.element(id: 3, action: .setCount(5)))
    #expect(action[case: \.rows[id: 3].setCount] == 5)
    #expect(!action.is(\.rows[id: 4]))
    #expect(action[case: \.rows.element]?.id == 3)
  }

  @Test func `a case key path builds a value`() {
    let path: CaseKeyPath<Action, Int> = \.rows[id: 3].setCount
    #expect(path(9)[case: path] == 9)
    let dismiss: CaseKeyPath<Action, Void> = \.presented.dismiss
    #expect(dismiss().is(\.presented.dismiss))
  }

  @Test func `optionals and results have cases`() {
    #expect(Optional(3)[case: \.some] == 3)
    let nothing: Int? = nil
    #expect(nothing.is(\.none))
    #expect(Result<Int, CancellationError>.success(3)[case: \.success] == 3)
    #expect(Result<Int, CancellationError>.failure(CancellationError()).is(\.failure))
  }

  @Test func `a case has a name`() {
    #expect(AnyCasePath<Action, String>(\.setNote).name == "setNote")
    #expect(
      AnyCasePath<Action, Int>(\.presented.presented.setCount).name
        == "presented.presented.setCount")
    #expect(AnyCasePath<Action, Int>(\.presented.setCount).name == "presented.presented.setCount")
    #expect(AnyCasePath<Action, Int>(\.rows[id: 3].setCount).name == "rows.[id: 3].setCount")
  }
}

@CasePathable
@dynamicMemberLookup
private enum Route: Equatable {
  case detail(Int)
  case note(String)
}
