import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.leavesNothing)
struct BoundedActionTests {
  @Test func `the three sets are case paths`() {
    let action = Flat.Action._internal(.door(.delegate(.opened)))
    #expect(action.is(\._internal.door.delegate.opened))
    #expect(!action.is(\.view))
    #expect(Flat.Action.view(.bellTapped)[case: \.view] == .bellTapped)
    #expect(Flat.Action.delegate(.rang)[case: \.delegate] == .rang)
  }

  @Test func `the three sets are reached without knowing the action`() {
    func view<Action: BoundedAction>(of action: Action) -> Action.ViewAction? {
      Action.allCasePaths.view.extract(from: action)
    }
    #expect(view(of: Flat.Action.view(.doorTapped)) == .doorTapped)
    #expect(view(of: Flat.Action.delegate(.rang)) == nil)
    func told<Action: BoundedAction>(
      _ action: Action.DelegateAction, as type: Action.Type
    ) -> Action { .delegate(action) }
    #expect(told(.rang, as: Flat.Action.self).is(\.delegate.rang))
  }
}
