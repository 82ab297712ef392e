import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct ButtonStateTests {
  @Test func `a button has label, action and role`() {
    let delete = ButtonState(role: .destructive, action: Step.stop) { TextState("Delete") }
    #expect(delete.label == TextState("Delete"))
    #expect(delete.action == .send(.stop))
    #expect(delete.role == .destructive)
    #expect(delete.withAction { $0 } == .stop)
    let cancel = ButtonState<Step>(role: .cancel) { TextState("Cancel") }
    #expect(cancel.withAction { $0 } == nil)
  }

  @Test func `map changes a button's action`() {
    let walk = ButtonState(action: Step.walk(3)) { TextState("Walk") }
    let mapped = walk.map { $0?[case: \.walk] }
    #expect(mapped.action.action == 3)
    #expect(mapped.label == walk.label)
    #expect(mapped.role == nil)
  }

  @Test func `buttons with equal contents are equal`() {
    func button(_ role: ButtonStateRole?, _ label: String) -> ButtonState<Step> {
      ButtonState(role: role, action: .stop) { TextState(label) }
    }
    #expect(button(.cancel, "a") == button(.cancel, "a"))
    #expect(button(.cancel, "a").id != button(.cancel, "a").id)
    #expect(button(.cancel, "a") != button(nil, "a"))
    #expect(button(.cancel, "a") != button(.cancel, "b"))
    #expect(Set([button(nil, "a"), button(nil, "a")]).count == 1)
  }

  @Test func `a dump shows no identity`() {
    let button = ButtonState(role: .cancel, action: Step.walk(1)) { TextState("Walk") }
    #expect(
      String(customDumping: button) == """
        ButtonState<Step>(
          role: .cancel,
          action: .walk(1),
          label: Walk
        )
        """)
  }

  @Test func `buttons are built with conditions and loops`() {
    func alert(_ count: Int, cancel: Bool) -> AlertState<Int> {
      AlertState {
        TextState("Which?")
      } actions: {
        for number in 0..<count {
          ButtonState(action: number) { TextState("\(number)") }
        }
        if cancel { ButtonState(role: .cancel) { TextState("Cancel") } }
        if count == 0 {
          ButtonState(action: .send(-1)) { TextState("None") }
        } else {
          ButtonState { TextState("All") }
        }
        if #available(macOS 15, *) { ButtonState(action: 9) { TextState("New") } }
      }
    }
    #expect(alert(2, cancel: true).buttons.map(\.action.action) == [0, 1, nil, nil, 9])
    #expect(alert(0, cancel: false).buttons.map(\.action.action) == [-1, 9])
  }
}
