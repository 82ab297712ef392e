import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import HistoryFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct HistoryTests {
  let memory = MemoryStore()

  func history(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<History> {
    memory.storage.withLock {
      $0.finished = (0..<3).map { .sample($0, at: .monday.addingTimeInterval(Double($0) * 60)) }
    }
    let store = TestStore(initialState: History.State(catalogue: .sample)) {
      History()
    } withDependencies: {
      $0.workouts = memory.workouts
      $0.uuid = .incrementing
      $0.date = .constant(.monday)
      prepare(&$0)
    }
    await store.send(.command(.appear)) { $0.isLoading = true }
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
      $0.workouts = IdentifiedArray(
        uniqueElements: memory.storage.withLock { $0.finished.reversed() })
    }
    return store
  }

  @Test func `a deleted workout can be restored`() async throws {
    let store = await history()
    let workout = store.state.workouts[1]
    await store.send(.view(.selectionMoved(by: 1))) { $0.selection = 1 }
    await store.send(.view(.deleteButtonTapped)) { $0.isChanging = true }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.workouts.remove(id: workout.id)
      $0.notice = .deleted("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = .deleted(workout.id)
    }
    await store.receive(\.delegate.changed)
    await store.send(.view(.selectionMoved(by: -1))) { $0.selection = 0 }
    await store.send(.view(.undoButtonTapped)) {
      $0.isChanging = true
      $0.notice = nil
    }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.workouts.insert(workout, at: 1)
      $0.selection = 1
      $0.notice = .restored("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = nil
    }
    await store.receive(\.delegate.changed)
    await store.send(.view(.undoButtonTapped)) {
      $0.isChanging = true
      $0.notice = nil
    }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.notice = .nothingToUndo
    }
  }

  /// Returns a history with two workouts of push-ups, and one of burpees with a note.
  private func mixedHistory() async -> TestStoreOf<History> {
    let store = await history()
    memory.storage.withLock {
      $0.finished[1] = .sample(1, challenge: "burpees-100", at: $0.finished[1].startedAt)
      $0.finished[1].note = WorkoutNote("Left knee")
    }
    await store.send(.view(.refreshButtonTapped)) { $0.isLoading = true }
    await store.receive(\.delegate.refreshed)
    await receivePage(store)
    return store
  }

  private func receivePage(_ store: TestStoreOf<History>) async {
    let found = memory.storage.withLock { $0.finished.reversed() }
      .filter(store.state.isListed)
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.workouts = IdentifiedArray(uniqueElements: found)
      $0.selection = 0
    }
  }

  @Test func `a search filters the list by words`() async {
    let store = await mixedHistory()
    await store.send(.view(.selectionMoved(by: 2))) { $0.selection = 2 }
    await store.send(.view(.searchButtonTapped)) { $0.isSearching = true }
    await store.send(.view(.searchEdited(.typed("k")))) {
      $0.input = "k"
      $0.selection = 0
      $0.isLoading = true
    }
    await receivePage(store)
    #expect(store.state.workouts.map(\.challenge) == ["burpees-100"])
    await store.send(.view(.searchEdited(.erased(.left)))) {
      $0.input = ""
      $0.isLoading = true
    }
    await receivePage(store)
    #expect(store.state.workouts.count == 3)
    await store.send(.view(.searchEdited(.erased(.left)))) { $0.isSearching = false }
    await store.send(.view(.searchButtonTapped)) { $0.isSearching = true }
    await store.send(.command(.disappear)) { $0.isSearching = false }
  }

  @Test func `a search completes words and dates`() async {
    let store = await mixedHistory()
    func complete(_ query: String) async {
      await store.send(.view(.searchCancelled)) {
        $0.input = ""
        $0.isLoading = true
      }
      await receivePage(store)
      for character in query {
        await store.send(.view(.searchEdited(.typed(character)))) {
          $0.input.edit(.typed(character))
          $0.isLoading = true
        }
        await receivePage(store)
      }
    }
    await store.send(.view(.searchEdited(.typed("b")))) {
      $0.input = "b"
      $0.isLoading = true
    }
    await receivePage(store)
    #expect(store.state.completion == "urpees")
    await store.send(.view(.searchCompleted)) {
      $0.input = "burpees "
      $0.isLoading = true
    }
    await receivePage(store)
    #expect(store.state.completion == nil)

    let day = LocalTime(.monday).date.text
    await complete("202")
    #expect(store.state.completion == String(day.dropFirst(3).prefix(4)))
    await complete(String(day.prefix(8)))
    #expect(store.state.completion == String(day.dropFirst(8)))
    await complete("zzz")
    #expect(store.state.completion == nil)
    #expect(store.state.workouts.isEmpty)
    await store.send(.view(.searchCompleted))
  }

  @Test func `a restored workout that does not match the search is not inserted`() async {
    let store = await mixedHistory()
    await store.send(.view(.deleteButtonTapped)) { $0.isChanging = true }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.workouts.remove(at: 0)
      $0.notice = .deleted("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = .deleted(UUID(2))
    }
    await store.receive(\.delegate.changed)
    await store.send(.view(.searchEdited(.typed("k")))) {
      $0.input = "k"
      $0.notice = nil
      $0.isLoading = true
    }
    await receivePage(store)
    await store.send(.view(.undoButtonTapped)) { $0.isChanging = true }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.notice = .restored("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = nil
    }
    await store.receive(\.delegate.changed)
    #expect(store.state.workouts.map(\.challenge) == ["burpees-100"])
  }

  @Test func `a corrected workout replaces the old one, and undo restores the old one`() async {
    let store = await history()
    let old = store.state.workouts[0]
    let corrected = Workout.sample(
      9, at: .monday.addingTimeInterval(-60), reps: [500, 1000], duration: .milliseconds(1500))
    await store.send(.view(.editButtonTapped)) {
      $0.destination = .editor(WorkoutEditor.State(old, of: .pushUps))
    }
    await store.send(._internal(.destination(.presented(.editor(.delegate(.saved(corrected))))))) {
      $0.isChanging = true
    }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.destination = nil
      $0.undoableChange = .corrected(old.id, to: corrected.id)
      $0.workouts.remove(id: old.id)
      $0.workouts.append(corrected)
      $0.selection = 2
      $0.notice = .changed("Push-ups in 2 minutes, 2 reps in 00:01.50")
    }
    await store.receive(\.delegate.changed)
    await store.send(.view(.undoButtonTapped)) {
      $0.isChanging = true
      $0.notice = nil
    }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.workouts.remove(id: corrected.id)
      $0.workouts.insert(old, at: 0)
      $0.selection = 0
      $0.notice = .restored("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = nil
    }
    await store.receive(\.delegate.changed)
  }

  @Test func `a correction merged with another program's change keeps the typed values`() async {
    let store = await history()
    store.exhaustivity = .off
    let old = store.state.workouts[0]
    var theirs = Workout.sample(9, at: old.startedAt)
    theirs.figures.effort = Effort("8")
    await store.send(.view(.editButtonTapped))
    await type("mine", into: .note, of: store)
    memory.storage.withLock { [theirs] storage in
      storage.changes.append(UndoneChange(workout: old, replaced: theirs.id))
      storage.finished = storage.finished.map { $0.id == old.id ? theirs : $0 }
    }
    await store.send(.editor(.saveButtonTapped))
    await store.receive(\._internal.changeResponse.success)
    let form = store.state.destination?.editor?.form
    #expect(form?.problem?.sentence.contains("another program has changed other fields") == true)
    #expect(form?[.note] == "mine" && form?[.effort] == "8")
    await store.send(.editor(.saveButtonTapped))
    await store.receive(\.delegate.changed)
    #expect(store.state.destination == nil)
    let saved = memory.storage.withLock(\.finished).first { $0.note != nil }
    #expect(saved?.note?.text == "mine" && saved?.figures.effort == theirs.figures.effort)
    await store.skipReceivedActions(strict: false)
  }

  @Test func `correcting a workout that another program deleted requires confirmation`()
    async
  {
    let store = await history()
    store.exhaustivity = .off
    let old = store.state.workouts[0]
    await store.send(.view(.editButtonTapped))
    await type("mine", into: .note, of: store)
    memory.storage.withLock { storage in
      storage.changes.append(UndoneChange(workout: old))
      storage.finished.removeAll { $0.id == old.id }
    }
    await store.send(.editor(.saveButtonTapped))
    await store.receive(\._internal.changeResponse.success)
    let problem = store.state.destination?.editor?.form.problem?.sentence
    #expect(problem?.hasPrefix("another program has deleted what") == true)
    #expect(memory.storage.withLock(\.finished).allSatisfy { $0.note == nil })
    await store.send(.editor(.saveButtonTapped))
    await store.receive(\.delegate.changed)
    #expect(memory.storage.withLock(\.finished).contains { $0.note?.text == "mine" })
    await store.skipReceivedActions(strict: false)
  }

  @Test func `opening a page ends the notice about a change`() async {
    let store = await history { [memory] in $0.leaderboard = memory.leaderboard }
    store.exhaustivity = .off
    await store.send(.view(.deleteButtonTapped))
    await store.receive(\._internal.changeResponse.success)
    #expect(store.state.notice != nil)
    await store.send(.view(.openButtonTapped))
    #expect(store.state.notice == nil && store.state.destination?.workout != nil)
    await store.skipReceivedActions(strict: false)
  }

  @Test func `a workout that another program has changed is not deleted`() async {
    let store = await history()
    store.exhaustivity = .off
    let old = store.state.workouts[0]
    var theirs = Workout.sample(9, at: old.startedAt)
    theirs.note = WorkoutNote("theirs")
    memory.storage.withLock { [theirs] storage in
      storage.changes.append(UndoneChange(workout: old, replaced: theirs.id))
      storage.finished = storage.finished.map { $0.id == old.id ? theirs : $0 }
    }
    await store.send(.view(.deleteButtonTapped))
    await store.receive(\._internal.pageResponse.success)
    #expect(store.state.notice == .notDeleted && store.state.workouts.contains(theirs))
    // The next undo applies to the other program's change.
    await store.send(.view(.undoButtonTapped))
    await store.receive(\._internal.changeResponse.success)
    #expect(store.state.workouts.contains(old) && !store.state.workouts.contains(theirs))
    await store.skipReceivedActions(strict: false)
  }

  private func type(
    _ text: String, into field: WorkoutEditor.Field, of store: TestStoreOf<History>
  ) async {
    while store.state.destination?.editor?.form.focusedField != field {
      await store.send(.editor(.form(.fieldMoved(by: 1))))
    }
    for character in text { await store.send(.editor(.form(.edited(.typed(character))))) }
  }

  private let sheet = ErrorHandling.State(
    Failure(SampleError()), dataStatus: "Your workouts are unchanged.", canRetry: true)

  @Test func `a failed deletion is explained, and a retry repeats it`() async {
    let shouldFail = LockIsolated(true)
    let store = await history { dependencies in
      let delete = dependencies.workouts.delete
      dependencies.workouts.delete = { id in
        if shouldFail.value { throw SampleError() }
        return try await delete(id)
      }
    }
    let workout = store.state.workouts[0]
    await store.send(.view(.deleteButtonTapped)) { $0.isChanging = true }
    await store.receive(\._internal.changeResponse.failure) {
      $0.isChanging = false
      $0.failure = Failure(SampleError())
      $0.failedMutation = .delete(workout)
      $0.destination = .errorSheet(sheet)
    }
    #expect(store.state.workouts.count == 3)
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.errorSheet.delegate.retryRequested) {
      $0.isChanging = true
      $0.failure = nil
      $0.failedMutation = nil
      $0.destination = nil
    }
    await store.receive(\._internal.changeResponse.success) {
      $0.isChanging = false
      $0.workouts.remove(id: workout.id)
      $0.notice = .deleted("Push-ups in 2 minutes, 2 reps in 00:03.00")
      $0.undoableChange = .deleted(UUID(2))
    }
    await store.receive(\.delegate.changed)
  }

  @Test func `a retry repeats a correction that could not be saved`() async {
    let shouldFail = LockIsolated(true)
    let corrected = Workout.sample(9, at: .monday, reps: [500, 1000])
    let store = await history {
      $0.workouts.correct = { _, _, _ in if shouldFail.value { throw SampleError() } }
    }
    store.exhaustivity = .off
    let old = store.state.workouts[0]
    await store.send(.view(.editButtonTapped))
    await store.send(._internal(.destination(.presented(.editor(.delegate(.saved(corrected)))))))
    await store.receive(\._internal.changeResponse.failure) {
      $0.failedMutation = .correct(old, to: corrected)
      $0.destination = .errorSheet(sheet)
    }
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.changeResponse.success)
    #expect(store.state.workouts.contains(corrected))
  }

  @Test func `the sheet of a later failure does not retry a change whose sheet was closed`() async {
    let deletions = LockIsolated(0)
    let shouldFail = LockIsolated(false)
    let store = await history {
      $0.workouts.delete = { _ in
        deletions.withValue { $0 += 1 }
        throw SampleError()
      }
      let history = $0.workouts.history
      $0.workouts.history = { challenge, cursor, limit in
        if shouldFail.value { throw SampleError() }
        return try await history(challenge, cursor, limit)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.deleteButtonTapped))
    await store.receive(\._internal.changeResponse.failure)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.dismiss) { $0.destination = nil }
    #expect(store.state.failure == Failure(SampleError()))
    shouldFail.setValue(true)
    await store.send(.view(.refreshButtonTapped))
    await store.receive(\._internal.pageResponse.failure)
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.pageResponse.success)
    #expect(deletions.value == 1)
  }

  @Test func `a failure to read the list is explained, and a retry reads it`() async {
    let shouldFail = LockIsolated(true)
    let workouts = [Workout.sample()]
    let store = TestStore(initialState: History.State(catalogue: .sample)) {
      History()
    } withDependencies: {
      $0.workouts.history = { _, _, _ in
        if shouldFail.value { throw SampleError() }
        return workouts
      }
    }
    await store.send(.command(.appear)) { $0.isLoading = true }
    await store.receive(\._internal.pageResponse.failure) {
      $0.isLoading = false
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(sheet)
    }
    shouldFail.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.errorSheet.delegate.retryRequested) {
      $0.destination = nil
      $0.failure = nil
      $0.isLoading = true
    }
    await store.receive(\.delegate.refreshed)
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
      $0.workouts = IdentifiedArray(uniqueElements: workouts)
    }
  }

  @Test func `scrolling near the end loads the next page`() async {
    let all = (0..<80).map { Workout.sample($0, at: .monday.addingTimeInterval(-Double($0))) }
    let store = TestStore(initialState: History.State(catalogue: .sample)) {
      History()
    } withDependencies: {
      $0.workouts.history = { _, after, limit in
        let rest = all.drop { after != nil && $0.id != after?.id }.dropFirst(after == nil ? 0 : 1)
        return Array(rest.prefix(limit))
      }
    }
    await store.send(.command(.appear)) { $0.isLoading = true }
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.workouts = IdentifiedArray(uniqueElements: all.prefix(50))
    }
    await store.send(.view(.selectionMoved(by: .max))) {
      $0.selection = 49
      $0.isLoading = true
    }
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
      $0.workouts = IdentifiedArray(uniqueElements: all)
    }
  }

  @Test func `closing the history cancels loading`() async {
    let store = TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.workouts.history = { _, _, _ in
        try await Task.never()
        return []
      }
    }
    await store.send(.view(.historyButtonTapped)) {
      $0.destination = .history(History.State(catalogue: .sample))
    }
    await store.receive(\._internal.destination.history.command.appear) {
      $0.$destination[case: \.history]?.isLoading = true
    }
    await store.send(._internal(.destination(.presented(.history(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.history.delegate.closed) {
      $0.closedHistory = History.State(catalogue: .sample)
      $0.destination = nil
    }
  }

  @Test func `the history opens again with its selection and its search`() {
    let app = VirtualApp()
    app.memory.storage.withLock { storage in
      storage.finished = (1...3).map {
        .sample($0, at: Date.monday.addingTimeInterval(Double($0) * 86_400))
      }
    }
    app.press("h", .down, .escape, "h", .enter)
    let page = app.text
    app.press(.escape, .up, .down, .enter)
    #expect(app.text == page)
    // A workout that starts from a search leaves the history with its search.
    app.press(.escape, "/")
    for character in "push" { app.press(Key(character)) }
    app.press(.enter, "s", .escape, .escape, "h")
    #expect(app.shows("/push"), "\(app.text)")
  }
}

extension History.Action {
  /// An action of the form.
  fileprivate static func editor(_ action: WorkoutEditor.Action.View) -> Self {
    ._internal(.destination(.presented(.editor(.view(action)))))
  }
}
