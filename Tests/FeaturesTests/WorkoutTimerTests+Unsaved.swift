import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests of a workout that has ended and can't be saved.
extension WorkoutTimerTests {
  /// Returns a timer whose workout of one rep could not be saved because `disk` is full.
  private func unsavedTimer(_ disk: MemoryDisk) async -> TestStoreOf<WorkoutTimer> {
    let client = memory.workouts
    let store = timer {
      $0.workouts.finish = { draft in
        if disk.isFull { throw SampleError() }
        return try await client.finish(draft)
      }
      $0.workouts.rescue = { draft in
        if disk.isSettingsDiskFull { throw SampleError() }
        return try await client.rescue(draft)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.repKeyPressed(.space)))
    await store.send(.view(.stopButtonTapped))
    await store.receive(\._internal.finishResponse.failure)
    return store
  }

  @Test func `saving can be retried after a failure`() async {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    #expect(store.state.isNotSaved)
    #expect(store.state.errorSheet?.failure == Failure(SampleError()))
    disk.isFull = false
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) {
      $0.errorSheet = nil
      $0.phase = .saving
    }
    await store.receive(\.delegate.saved)
    #expect(memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `a workout that can't be saved is in a file, and saving is retried`() async {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    #expect(memory.storage.withLock { $0.rescued.values.map(\.log.count) } == [1])
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.isNotSaved && store.state.errorSheet != nil)
    // A closed sheet stays closed while saving is retried.
    await store.send(._internal(.errorSheet(.dismiss)))
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.errorSheet == nil)
    disk.isFull = false
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.success)
    await store.receive(\.delegate.saved)
    #expect(store.state.isSaved && store.state.errorSheet == nil)
    #expect(memory.storage.withLock { $0.finished.map(\.reps) } == [1])
  }

  @Test func `leaving an unsaved workout saves it if that is possible now`()
    async
  {
    let disk = MemoryDisk()
    let store = await unsavedTimer(disk)
    disk.isFull = false
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.saved)
    #expect(store.state.isSaved)
  }

  @Test func `leaving an unsaved workout closes it if a file contains it`() async {
    let store = await unsavedTimer(MemoryDisk())
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.leftUnsaved)
  }

  @Test func `a workout that is only in memory can't be left until a file contains it`() async {
    let disk = MemoryDisk()
    disk.isSettingsDiskFull = true
    let store = await unsavedTimer(disk)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.isNotSaved)
    #expect(store.state.errorSheet?.dataStatus == "Every rep is still in memory, but in no file.")
    disk.isSettingsDiskFull = false
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\._internal.finishResponse.failure)
    #expect(memory.storage.withLock { $0.rescued.count } == 1)
    await store.send(.view(.backKeyPressed(.escape)))
    await store.receive(\.delegate.leftUnsaved)
  }
}
