import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindableActionTests {
  @Test func `a bindable action without case paths works as well`() {
    var state = Profile.State()
    _ = BindingReducer<Profile.State, Plain, Plain>()
      .reduce(into: &state, action: .binding(.set(\.goal, 8)))
    _ = BindingReducer<Profile.State, Plain, Plain>().reduce(into: &state, action: .other)
    #expect(state.goal == 8)
  }

  @Test func `set is short for the case`() {
    #expect(Profile.Action.set(\.goal, 3).binding == .set(\.goal, 3))
    #expect(Profile.Action.reset.binding == nil)
    #expect(Plain.set(\.goal, 3).binding == .set(\.goal, 3))
    #expect(Plain.other.binding == nil)
  }
}

private enum Plain: BindableAction {
  case binding(BindingAction<Profile.State>)
  case other
}
