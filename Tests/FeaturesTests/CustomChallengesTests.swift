import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct CustomChallengesTests {
  let memory = MemoryStore()
  let stairs = Challenge.custom(
    "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(60)),
    instructions: ["Up and down."])

  private func workouts(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Workouts> {
    TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.workouts = memory.workouts
      $0.challenges = memory.challenges
      $0.date = .constant(.monday)
      prepare(&$0)
    }
  }

  @Test func `a challenge is added, deleted and restored`() async {
    let store = workouts()
    await store.send(.view(.addButtonTapped)) {
      $0.destination = .challengeEditor(ChallengeEditor.State(catalogue: .sample))
    }
    await store.send(
      ._internal(.destination(.presented(.challengeEditor(.delegate(.saved(stairs))))))
    ) { $0.isEditingCustomChallenges = true }
    await store.receive(\._internal.customChallengeEditResponse.success) {
      $0.$catalogue.withLock { $0 = Catalogue.sample.adding(CustomChallenges(current: [stairs])) }
      $0.selection = 2
      $0.destination = nil
      $0.isEditingCustomChallenges = false
      $0.notice = .added("Stairs")
    }
    #expect(store.state.selectedChallenge == stairs)

    await store.send(.view(.deleteButtonTapped)) {
      $0.isEditingCustomChallenges = true
      $0.notice = nil
    }
    await store.receive(\._internal.customChallengeEditResponse.success) {
      $0.$catalogue.withLock { $0 = Catalogue.sample.adding(CustomChallenges(deleted: [stairs])) }
      $0.isEditingCustomChallenges = false
      $0.notice = .deleted("Stairs")
      $0.undoableChange = .deleted(stairs.id)
    }
    #expect(store.state.selectedChallenge == .burpees)
    #expect(store.state.catalogue[stairs.id] == stairs)

    await store.send(.view(.undoButtonTapped)) {
      $0.isEditingCustomChallenges = true
      $0.notice = nil
    }
    await store.receive(\._internal.customChallengeEditResponse.success) {
      $0.$catalogue.withLock { $0 = Catalogue.sample.adding(CustomChallenges(current: [stairs])) }
      $0.isEditingCustomChallenges = false
      $0.notice = .restored("Stairs")
      $0.undoableChange = nil
    }
  }

  @Test func `built-in challenges cannot be edited or deleted`() async {
    let store = workouts()
    await store.send(.view(.editButtonTapped))
    await store.send(.view(.deleteButtonTapped))
  }

  @Test func `a failure to save a challenge is explained, and a retry saves it`() async {
    let shouldFail = LockIsolated(true)
    let store = workouts { dependencies in
      let add = dependencies.challenges.add
      dependencies.challenges.add = { challenge in
        if shouldFail.value { throw SampleError() }
        return try await add(challenge)
      }
    }
    await store.send(.view(.addButtonTapped)) {
      $0.destination = .challengeEditor(ChallengeEditor.State(catalogue: .sample))
    }
    await store.send(
      ._internal(.destination(.presented(.challengeEditor(.delegate(.saved(stairs))))))
    ) { $0.isEditingCustomChallenges = true }
    await store.receive(\._internal.customChallengeEditResponse.failure) {
      $0.isEditingCustomChallenges = false
      $0.failedEdit = .add(stairs)
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "Your challenges are unchanged.", canRetry: true))
    }
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.errorSheet.delegate.retryRequested) {
      $0.destination = nil
      $0.failedEdit = nil
      $0.failure = nil
      $0.isEditingCustomChallenges = true
    }
    await store.receive(\._internal.customChallengeEditResponse.success) {
      $0.$catalogue.withLock { $0 = Catalogue.sample.adding(CustomChallenges(current: [stairs])) }
      $0.selection = 2
      $0.isEditingCustomChallenges = false
      $0.notice = .added("Stairs")
    }
  }

  @Test func `a failure to read challenges is explained, and a retry reads them`() async {
    let shouldFail = LockIsolated(true)
    let store = workouts { dependencies in
      let custom = dependencies.challenges.custom
      dependencies.challenges.custom = {
        if shouldFail.value { throw SampleError() }
        return try await custom()
      }
    }
    store.exhaustivity = .off
    await store.send(.command(.appear))
    await store.receive(\._internal.customChallengesResponse.failure)
    #expect(store.state.destination?.errorSheet?.canRetry == true)
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.customChallengesResponse.success)
    #expect(store.state.destination?.errorSheet == nil)
  }

  @Test func `a change is ignored while another is being saved`() async {
    let store = workouts { $0.challenges.undo = { _ in try await Task.never() } }
    let change = await store.send(.view(.undoButtonTapped)) { $0.isEditingCustomChallenges = true }
    await store.send(.view(.undoButtonTapped))
    await change.cancel()
  }

  @Test(arguments: [
    (0, "", "a challenge needs a name"),
    (
      0, "a name with too many spaces ",
      "a name is at most 200 columns wide, without extra spaces"
    ),
    (3, "two minutes", "a time is minutes and seconds, such as 2:00"),
  ])
  func `an invalid value is reported at its field`(line: Int, text: String, sentence: String) async
  {
    let store = editor()
    await fill(store, line: 0, "Stairs")
    await fill(store, line: line, text)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.sentence == sentence)
    #expect(store.state.form.focus == line)
  }

  @Test func `saving the form creates a challenge`() async {
    let store = editor()
    await fill(store, line: 0, "Stair run, 5th floor")
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await store.send(.view(.form(.choiceMoved(by: -1))))
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await store.send(.view(.form(.choiceMoved(by: 1))))
    await fill(store, line: 3, "5")
    await fill(store, line: 4, "No lift.")
    await store.send(.view(.saveButtonTapped))
    await store.receive(
      \.delegate.saved,
      .custom(
        "own-stair-run-5th-floor", name: "Stair run, 5th floor", kind: .fullBody,
        scoring: .time(forReps: 5), instructions: ["No lift."]))
  }

  @Test func `custom rounds are typed as the text of a routine`() async throws {
    let store = editor()
    await fill(store, line: 0, "Hill sprints")
    await store.send(.view(.form(.fieldMoved(by: 2))))
    await store.send(.view(.form(.choiceMoved(by: -1))))
    await fill(store, line: 3, "6x(sprint, rest 1:00)")
    await store.send(.view(.saveButtonTapped))
    #expect(
      store.state.form.problem?.sentence
        == "column 10: the exercise needs a target, such as 10, 3x10, 20s, 1:30, 500m or max")
    await fill(store, line: 3, "3x(plank max)")
    await store.send(.view(.saveButtonTapped))
    #expect(
      store.state.form.problem?.sentence
        == "no score: give each exercise reps, a time or a distance, as in plank 1:00")
    await fill(store, line: 3, "6x(sprint 30s, rest 1:00)")
    await store.send(.view(.saveButtonTapped))
    let routine = try #require(Routine("6x(sprint 30s, rest 1:00)"))
    await store.receive(
      \.delegate.saved,
      .custom(
        "own-hill-sprints", name: "Hill sprints", kind: .upperBody,
        scoring: .reps(within: .seconds(480)), instructions: [], routine: routine))
  }

  private func editor() -> TestStoreOf<ChallengeEditor> {
    let store = TestStore(initialState: ChallengeEditor.State(catalogue: .sample)) {
      ChallengeEditor()
    }
    store.exhaustivity = .off
    return store
  }

  private func fill(_ store: TestStoreOf<ChallengeEditor>, line: Int, _ text: String) async {
    await store.send(.view(.form(.fieldMoved(by: line - store.state.form.focus))))
    await store.send(.view(.form(.edited(.moved(.end)))))
    await store.send(.view(.form(.edited(.erased(.start)))))
    for character in text { await store.send(.view(.form(.edited(.typed(character))))) }
  }
}

// MARK: - Blocks

@Suite(.checksForLeaks)
@MainActor
struct BlockEditorTests {
  private func editor(_ text: String) throws -> TestStoreOf<BlockEditor> {
    let routine = try Routine(text: text)
    return TestStore(initialState: BlockEditor.State(routine)) { BlockEditor() }
  }

  @Test func `blocks are created, moved, copied and grouped`() async throws {
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
    #expect(store.state.form == nil && store.state.selection == 1)
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
    #expect(store.state.routine.text == "squat 20" && store.state.undoStack.isEmpty)
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

  @Test func `the form of a challenge adopts the blocks`() async throws {
    let template = try #require(Catalogue.standard["core-rounds"])
    let store = TestStore(
      initialState: ChallengeEditor.State(template: template, catalogue: .sample)
    ) {
      ChallengeEditor()
    }
    store.exhaustivity = .off
    #expect(store.state.form[.kind] == "Core" && store.state.measure == .rounds)
    await store.send(.view(.blocksButtonTapped))
    #expect(store.state.blocks?.routine == template.routine)
    await store.send(._internal(.blocks(.presented(.view(.changed(by: 2))))))
    await store.send(._internal(.blocks(.presented(.view(.doneButtonTapped)))))
    await store.receive(\._internal.blocks.presented.delegate.done)
    #expect(store.state.blocks == nil && store.state.form[.rounds].hasPrefix("5x(plank 40s"))
  }

  @Test func `blocks are not shown if their text is not valid`() async throws {
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
