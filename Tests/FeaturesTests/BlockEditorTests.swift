import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct BlockEditorTests {
  private func editor(_ text: String) throws -> TestStoreOf<BlockEditor> {
    let routine = try Routine(text: text)
    return TestStore(initialState: BlockEditor.State(routine)) { BlockEditor() }
  }

  @Test func `blocks are made, moved, copied and grouped`() async throws {
    let store = try editor("squat 20")
    store.exhaustivity = .off
    func text(after actions: BlockEditor.Action.View...) async -> String {
      for action in actions { await store.send(.view(action)) }
      return store.state.routine.text
    }
    await store.send(.view(.addButtonTapped))
    for character in "plank 30s, rest 1:00" {
      await store.send(.view(.form(.edited(.typed(character)))))
    }
    #expect(await text(after: .inputConfirmed) == "squat 20, plank 30s, rest 1:00")
    #expect(!store.state.isTyping && store.state.selection == 1)
    #expect(await text(after: .movedUp) == "plank 30s, squat 20, rest 1:00")
    #expect(await text(after: .groupButtonTapped) == "2x(plank 30s), squat 20, rest 1:00")
    #expect(await text(after: .changed(by: 1)) == "3x(plank 30s), squat 20, rest 1:00")
    #expect(
      await text(after: .duplicateButtonTapped)
        == "3x(plank 30s), 3x(plank 30s), squat 20, rest 1:00")
    #expect(await text(after: .deleteButtonTapped) == "3x(plank 30s), squat 20, rest 1:00")
    #expect(await text(after: .movedUp) == "3x(plank 30s, squat 20), rest 1:00")
    #expect(await text(after: .ungroupButtonTapped) == "plank 30s, squat 20, rest 1:00")
    #expect(
      await text(after: .undoButtonTapped, .undoButtonTapped)
        == "3x(plank 30s), squat 20, rest 1:00")
    for _ in 0..<9 { await store.send(.view(.undoButtonTapped)) }
    #expect(store.state.routine.text == "squat 20" && store.state.former.isEmpty)
  }

  @Test func `a block that is not valid stays in the form with its problem`() async throws {
    let store = try editor("squat 20")
    store.exhaustivity = .off
    await store.send(.view(.editButtonTapped))
    #expect(store.state.form?[.block] == "squat 20")
    await store.send(.view(.form(.edited(.erased(.left)))))
    await store.send(.view(.form(.edited(.erased(.left)))))
    await store.send(.view(.inputConfirmed))
    #expect(store.state.form?.problem?.sentence.hasPrefix("column 7: ") == true)
    #expect(store.state.routine.text == "squat 20")
    await store.send(.view(.form(.edited(.typed("5")))))
    await store.send(.view(.inputConfirmed))
    #expect(store.state.form == nil && store.state.routine.text == "squat 5")
  }

  @Test func `a change that violates a limit is not made`() async throws {
    let store = try editor("squat 20")
    await store.send(.view(.deleteButtonTapped)) {
      $0.problem = Routine.Violation.empty.description
    }
    await store.send(.view(.selectionMoved(by: 1))) { $0.problem = nil }
    await store.send(.view(.doneButtonTapped))
    await store.receive(\.delegate.done)
  }

  @Test func `the form of a challenge takes the blocks over`() async throws {
    let template = try #require(Catalogue.standard["core-rounds"])
    let store = TestStore(
      initialState: ChallengeEditor.State(template: template, catalogue: .sample)
    ) {
      ChallengeEditor()
    }
    store.exhaustivity = .off
    #expect(store.state.form[.kind] == "Core" && store.state.measure == .rounds)
    await store.send(.view(.blocksButtonTapped))
    #expect(store.state.blocks?.routine == template.routine && !store.state.isTyping)
    await store.send(._internal(.blocks(.presented(.view(.changed(by: 2))))))
    await store.send(._internal(.blocks(.presented(.view(.doneButtonTapped)))))
    await store.receive(\._internal.blocks.presented.delegate.done)
    #expect(store.state.blocks == nil && store.state.form[.rounds].hasPrefix("5x(plank 40s"))
  }

  @Test func `blocks of a text that is not valid are not shown`() async throws {
    let store = TestStore(initialState: ChallengeEditor.State(catalogue: .sample)) {
      ChallengeEditor()
    }
    store.exhaustivity = .off
    for _ in 0..<3 { await store.send(.view(.form(.fieldMoved(by: 1)))) }
    await store.send(.view(.form(.fieldMoved(by: -1))))
    await store.send(.view(.form(.choiceMoved(by: -1))))
    await store.send(.view(.form(.fieldMoved(by: 1))))
    #expect(store.state.isRoundsFocused)
    await store.send(.view(.form(.edited(.erased(.left)))))
    await store.send(.view(.blocksButtonTapped))
    #expect(store.state.blocks == nil)
    #expect(store.state.form.problem?.field == .rounds)
  }
}
