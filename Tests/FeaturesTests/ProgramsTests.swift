import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures

/// Tests of the list of programs.
@MainActor
@Suite(.checksForLeaks)
struct ProgramsTests {
  private let saved = LockIsolated<[FollowedProgram?]>([])

  /// Returns a store whose next session follows from the settings alone.
  private func programs(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Programs> {
    Shared(.settings).set(Settings())
    let store = TestStore(initialState: Programs.State()) {
      Programs()
    } withDependencies: { [saved] in
      $0.date = .constant(.monday)
      $0.strength.programs = { TrainingProgram.standard }
      $0.strength.next = { settings, today in
        settings.program.map { .program(ProgramSession(unknown: $0.name, day: today)) }
      }
      $0.settings.save = { settings in
        saved.withValue { $0.append(settings.program) }
        return settings
      }
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `a program is followed from today, ended and followed again with undo`() async {
    let store = programs()
    await store.send(.command(.appear))
    await store.skipReceivedActions()
    #expect(store.state.programs.count == 4 && !store.state.isLoading)
    await store.send(.view(.selectionMoved(by: 1)))
    await store.send(.view(.followButtonTapped))
    await store.skipReceivedActions()
    #expect(saved.value.last??.name == "5/3/1")
    #expect(store.state.isFollowed(store.state.selectedProgram))
    #expect(store.state.next?.program == "5/3/1")
    let followed = saved.value.last ?? nil
    await store.send(.view(.endButtonTapped))
    await store.skipReceivedActions()
    #expect(store.state.next == nil)
    #expect(saved.value.last == .some(nil))
    await store.send(.view(.undoButtonTapped))
    await store.skipReceivedActions()
    #expect(saved.value.last == followed)
  }

  @Test func `a failure to save is explained`() async {
    let store = programs { $0.settings.save = { _ in throw SampleError() } }
    await store.send(.command(.appear))
    await store.skipReceivedActions()
    await store.send(.view(.followButtonTapped))
    await store.skipReceivedActions()
    #expect(store.state.failure == Failure(SampleError()))
  }

  @Test func `a session without its weights can't start`() async {
    let store = programs()
    await store.send(.command(.appear))
    await store.skipReceivedActions()
    await store.send(.view(.followButtonTapped))
    await store.skipReceivedActions()
    #expect(store.state.next?.problem != nil)
    // No request is sent to the parent.
    store.exhaustivity = .on
    await store.send(.view(.startButtonTapped))
  }
}
