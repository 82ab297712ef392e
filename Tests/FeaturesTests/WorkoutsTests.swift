import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct WorkoutsTests {
  let memory = MemoryStore()

  func workouts(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Workouts> {
    TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.cues = memory.cues
      $0.date = .constant(.monday)
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `appearing loads the best and the last result of each challenge`() async {
    memory.storage.withLock { $0.finished = [.sample()] }
    let store = workouts()
    await store.send(.command(.appear))
    await store.receive(\._internal.customChallengesResponse.success)
    await store.receive(\._internal.resultsResponse.success) {
      $0.results = [
        "pushups-2min": PersonalResults(
          best: Challenge.pushUps.score(of: .sample()), last: .sample())
      ]
    }
    await store.receive(\._internal.plansResponse.success) { $0.today = .monday }
  }

  @Test func `the next start selects the challenge that was opened last`() {
    let app = VirtualApp()
    app.press(.down, .down)
    #expect(app.program.store.state.workouts.selection == 2)
    app.press(.enter)
    let next = VirtualApp()
    #expect(next.program.store.state.workouts.selection == 2)
    // A challenge that is missing in the catalogue is ignored.
    #expect(VirtualApp(catalogue: .sample).program.store.state.workouts.selection == 0)
  }

  @Test func `the latest results are read when there is room for sparklines`() {
    let counts = Mutex<[Int]>([])
    let memory = memory
    memory.storage.withLock {
      $0.finished = [
        .sample(1), .sample(2, at: .monday.addingTimeInterval(60), reps: [1000]),
        .sample(3, at: .monday.addingTimeInterval(120), reps: [500, 1000, 1500]),
      ]
    }
    let app = VirtualApp(size: Size(91, 24), catalogue: .sample) { values in
      let results = memory.workouts.results
      values.workouts.results = { count in
        counts.withLock { $0.append(count) }
        return try await results(count)
      }
    }
    #expect(counts.withLock { $0 } == [0] && !app.shows("Recent"))
    app.resize(to: Size(92, 24))
    #expect(counts.withLock { $0 } == [0, 10] && app.shows("Recent") && app.shows("█"))
    // The results are not read again.
    for width in [80, 120, 200, 80] { app.resize(to: Size(width, 24)) }
    #expect(counts.withLock { $0 } == [0, 10])
  }

  @Test func `a failure to read results is shown`() async {
    let store = workouts { $0.workouts.results = { _ in throw SampleError() } }
    await store.send(.command(.appear))
    await store.receive(\._internal.customChallengesResponse.success)
    await store.receive(\._internal.resultsResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "Your workouts are unchanged.", canRetry: true))
    }
    await store.receive(\._internal.plansResponse.success) { $0.today = .monday }
  }

  @Test func `a search filters the list, and the selected challenge stays selected`() async {
    let store = workouts()
    await store.send(.view(.selectionMoved(by: 1))) { $0.selection = 1 }
    #expect(store.state.selectedChallenge == .plank)
    await store.send(.view(.searchButtonTapped)) { $0.isSearching = true }
    await store.send(.view(.searchEdited(.typed("P")))) {
      $0.input = "P"
      $0.selection = 1
    }
    await store.send(.view(.searchEdited(.typed("l")))) {
      $0.input = "Pl"
      $0.selection = 0
    }
    #expect(store.state.visibleChallenges == [.plank])
    await store.send(.view(.searchEdited(.erased(.left)))) {
      $0.input = "P"
      $0.selection = 1
    }
    await store.send(.view(.searchCancelled)) {
      $0.input = ""
      $0.isSearching = false
    }
  }

  @Test func `a search without matches opens nothing`() async {
    let store = workouts()
    await store.send(.view(.searchButtonTapped)) { $0.isSearching = true }
    await store.send(.view(.searchEdited(.typed("#")))) { $0.input = "#" }
    await store.send(.view(.selectionMoved(by: 1)))
    await store.send(.view(.openButtonTapped))
    await store.send(.view(.searchEdited(.erased(.left)))) { $0.input = "" }
    await store.send(.view(.searchEdited(.erased(.left)))) { $0.isSearching = false }
  }

  @Test func `a search finds words anywhere, ignoring case`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.challenges(matching: "").count == catalogue.challenges.count)
    #expect(catalogue.challenges(matching: "MIN upper push").map(\.id) == ["pushups-2min"])
    #expect(catalogue.challenges(matching: "x-ray").isEmpty)
  }
}
