import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct RuleEditorTests {
  private func editor(_ rule: String? = nil) throws -> TestStoreOf<RuleEditor> {
    let rule = try rule.map { try ProgressionRule(text: $0) }
    let store = TestStore(initialState: RuleEditor.State(rule, unit: .kilograms)) { RuleEditor() }
    store.exhaustivity = .off
    return store
  }

  private func type(_ text: String, in store: TestStoreOf<RuleEditor>) async {
    for character in text { await store.send(.view(.form(.typed(character)))) }
  }

  @Test func `a preset becomes the text of the rule`() async throws {
    let store = try editor()
    #expect(store.state.form[.preset] == "no rule" && store.state.form[.rule] == "")
    for preset in RuleEditor.Preset.allCases.dropFirst() {
      await store.send(.view(.form(.choiceMoved(by: 1))))
      #expect(store.state.preset == preset && store.state.form[.rule] == preset.text)
      #expect(try ProgressionRule(text: preset.text).text == preset.text)
    }
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.preset == .none && store.state.form[.rule] == "")
  }

  @Test func `the rule before the change stands for the preset of its kind`() async throws {
    let store = try editor("double 4x6-10 +1")
    #expect(store.state.preset == .double)
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.preset == .percent)
    await store.send(.view(.form(.choiceMoved(by: -1))))
    #expect(store.state.form[.rule] == "double 4x6-10 +1")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, try ProgressionRule(text: "double 4x6-10 +1"))
  }

  @Test func `typed text selects its preset and is saved`() async throws {
    let store = try editor()
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("LINEAR", in: store)
    #expect(store.state.preset == .linear)
    await type(" 3x5 +5", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, try ProgressionRule(text: "linear 3x5 +5"))
    for _ in 0..<9 { await store.send(.view(.form(.backspaced))) }
    #expect(store.state.form[.rule] == "LINE" && store.state.preset == .none)
  }

  @Test func `a malformed text stays in the form with its column`() async throws {
    let store = try editor("linear 5x5 +2.5")
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("kg", in: store)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.field == .rule)
    #expect(store.state.form.problem?.sentence.hasPrefix("column 16: ") == true)
    await store.send(.view(.form(.backspaced)))
    #expect(store.state.form.problem == nil)
  }

  @Test func `an empty text removes the rule`() async throws {
    let store = try editor("linear 5x5 +2.5")
    await store.send(.view(.form(.choiceMoved(by: -1))))
    #expect(store.state.preset == .none)
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("  ", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, nil)
  }
}
