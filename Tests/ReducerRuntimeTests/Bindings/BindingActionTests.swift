import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindingActionTests {
  @Test func `a binding action is identified by its property`() {
    let action = BindingAction<Profile.State>.set(\.name, "Ada")
    #expect(action == .set(\.name, "Ada"))
    #expect(action != .set(\.name, "Bob"))
    #expect(action != .set(\.goal, 1))
    #expect(Profile.Action.binding(action)[case: \.binding.name] == "Ada")
    #expect(Profile.Action.binding(action)[case: \.binding.goal] == nil)
    #expect(Profile.Action.reset.binding == nil)
    #expect(Profile.Action.binding(action).binding == action)
  }

  @Test func `a test receives a binding by its property`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.reset)
    await store.receive(\.binding.goal) { $0.goal = 20 }
    await store.send(.reset)
    await store.receive(\.binding.goal, 20)
  }

  @Test func `a reducer matches it by its property`() {
    let action = BindingAction<Profile.State>.set(\.name, "Ada")
    #expect(\Profile.State.name ~= action)
    #expect(!(\Profile.State.goal ~= action))
    #expect(action.keyPath == \Profile.State.name)
  }

  @Test func `a dump shows the property and its value`() {
    let dump = String(customDumping: BindingAction<Profile.State>.set(\.goal, 3))
    #expect(dump.contains("keyPath: "))
    #expect(dump.contains("value: 3"))
  }
}
