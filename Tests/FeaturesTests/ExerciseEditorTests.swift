import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import HistoryFeatures

@Suite(.checksForLeaks)
@MainActor
struct ExerciseEditorTests {
  private func editor(_ rule: String? = nil) throws -> TestStoreOf<ExerciseEditor> {
    let rule = try rule.map { try ProgressionRule(text: $0) }
    let store = TestStore(
      initialState: ExerciseEditor.State(ExerciseSettings(rule: rule), unit: .kilograms)
    ) { ExerciseEditor() }
    store.exhaustivity = .off
    return store
  }

  private func type(_ text: String, in store: TestStoreOf<ExerciseEditor>) async {
    for character in text { await store.send(.view(.form(.edited(.typed(character))))) }
  }

  @Test func `choosing a preset fills in the text of the rule`() async throws {
    let store = try editor()
    #expect(store.state.form[.preset] == "no rule" && store.state.form[.rule] == "")
    for preset in ExerciseEditor.Preset.allCases.dropFirst() {
      await store.send(.view(.form(.choiceMoved(by: 1))))
      let text = preset.text(in: .kilograms)
      #expect(store.state.preset == preset && store.state.form[.rule] == text)
      #expect(try ProgressionRule(text: text).text == text)
    }
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.preset == .none && store.state.form[.rule] == "")
  }

  @Test func `a preset has the usual weight increment of the unit`() async throws {
    let store = try editor()
    await store.send(.view(.form(.choiceMoved(by: 1))))
    await store.send(.view(.form(.fieldMoved(by: 3))))
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.unit == .pounds && store.state.form[.rule] == "linear 5x5 +5")
    // A typed rule does not change.
    await store.send(.view(.form(.fieldMoved(by: -2))))
    await type("0", in: store)
    await store.send(.view(.form(.fieldMoved(by: 2))))
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.form[.rule] == "linear 5x5 +50")
  }

  @Test func `choosing the preset that matches the current rule restores that rule`() async throws {
    let store = try editor("double 4x6-10 +1")
    #expect(store.state.preset == .double)
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.preset == .percent)
    await store.send(.view(.form(.choiceMoved(by: -1))))
    #expect(store.state.form[.rule] == "double 4x6-10 +1")
    await store.send(.view(.saveButtonTapped))
    await store.receive(
      \.delegate.saved, ExerciseSettings(rule: try ProgressionRule(text: "double 4x6-10 +1")))
  }

  @Test func `typed text selects the matching preset and is saved`() async throws {
    let store = try editor()
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("LINEAR", in: store)
    #expect(store.state.preset == .linear)
    await type(" 3x5 +5", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(
      \.delegate.saved, ExerciseSettings(rule: try ProgressionRule(text: "linear 3x5 +5")))
    for _ in 0..<9 { await store.send(.view(.form(.edited(.erased(.left))))) }
    #expect(store.state.form[.rule] == "LINE" && store.state.preset == .none)
  }

  @Test func `a malformed text stays in the form with the column of the error`() async throws {
    let store = try editor("linear 5x5 +2.5")
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("kg", in: store)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.field == .rule)
    #expect(store.state.form.problem?.sentence.hasPrefix("column 16: ") == true)
    await store.send(.view(.form(.edited(.erased(.left)))))
    #expect(store.state.form.problem == nil)
  }

  @Test func `a note is saved with the rule, and a note that is too wide stays in the form`()
    async throws
  {
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    let store = TestStore(
      initialState: ExerciseEditor.State(
        ExerciseSettings(rule: rule, note: WorkoutNote("seat at 4")), unit: .kilograms)
    ) { ExerciseEditor() }
    store.exhaustivity = .off
    #expect(store.state.form[.note] == "seat at 4")
    await store.send(.view(.form(.fieldMoved(by: 2))))
    await type(", narrow grip", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(
      \.delegate.saved, ExerciseSettings(rule: rule, note: WorkoutNote("seat at 4, narrow grip")))
    await type(String(repeating: "深", count: 100), in: store)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.field == .note)
  }

  @Test func `the unit is saved only after it was chosen`() async throws {
    let store = try editor("linear 5x5 +2.5")
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    #expect(store.state.form[.unit] == "kg")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, ExerciseSettings(rule: rule))
    await store.send(.view(.form(.fieldMoved(by: 3))))
    await store.send(.view(.form(.choiceMoved(by: 1))))
    #expect(store.state.form[.rule] == rule.text && store.state.unit == .pounds)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, ExerciseSettings(rule: rule, unit: .pounds))
  }

  @Test func `an empty text removes the rule`() async throws {
    let store = try editor("linear 5x5 +2.5")
    await store.send(.view(.form(.choiceMoved(by: -1))))
    #expect(store.state.preset == .none)
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await type("  ", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, ExerciseSettings())
  }
}
