import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures

@Suite(.checksForLeaks)
@MainActor
struct CrashResumeTests {
  let memory = MemoryStore()
  let draft = WorkoutDraft(
    id: UUID(7), challenge: "pushups-2min", startedAt: .monday, duration: .seconds(10),
    log: WorkoutLog(reps: RepLog(milliseconds: [1000, 2000, 9500])!))
  let older = WorkoutDraft(
    id: UUID(8), challenge: "plank", startedAt: .monday, duration: .seconds(4))

  func offer(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CrashResume> {
    TestStore(initialState: CrashResume.State()) {
      CrashResume()
    } withDependencies: {
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `unfinished workouts are offered, newest first`() async {
    let store = offer { [draft, older] in $0.workouts.unfinished = { [draft, older] } }
    await store.send(.command(.load))
    await store.receive(\._internal.unfinishedResponse.success) { [draft, older] in
      $0.drafts = [draft, older]
    }
    await store.send(.view(.resumeButtonTapped)) { [older] in $0.drafts = [older] }
    await store.receive(\.delegate, .chosen(draft, .running))
    await store.send(.view(.saveButtonTapped)) { $0.drafts = [] }
    await store.receive(\.delegate, .chosen(older, .saved))
    await store.send(.view(.discardButtonTapped))
  }

  @Test func `nothing is offered if the drafts cannot be read`() async {
    let store = offer { $0.workouts.unfinished = { throw SampleError() } }
    await store.send(.command(.load))
    await store.receive(\._internal.unfinishedResponse.failure)
    #expect(store.state.offered == nil)
  }

  @Test func `postponing the answer ends the offer until the next start`() async {
    memory.storage.withLock { $0.unfinished[draft.id] = draft }
    let store = offer()
    await store.send(.command(.load))
    await store.receive(\._internal.unfinishedResponse.success) { [draft] in $0.drafts = [draft] }
    await store.send(.view(.laterButtonTapped)) { $0.drafts = [] }
    #expect(memory.storage.withLock { $0.unfinished.count } == 1)
  }

  // MARK: - On the screen

  private func app(size: Size = Size(80, 24)) -> VirtualApp {
    VirtualApp(size: size) { [memory, draft] in
      memory.storage.withLock { $0.unfinished[draft.id] = draft }
      $0.workouts = memory.workouts
    }
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the help covers the offer and receives all keys`(size: Size) {
    let app = app(size: size)
    for key in [.escape, .enter, "?"] as [Key] {
      app.press("?", "s", .delete, .backspace)
      #expect(app.shows("Keys"), "\(key.name)")
      app.press(key)
      #expect(!app.shows("Keys") && app.shows("Resume"), "\(key.name)")
    }
    #expect(memory.storage.withLock { $0.unfinished.count } == 1)
  }

  @Test func `the time until a draft is resumed counts as a pause`() {
    let draft = WorkoutDraft(
      id: UUID(9), challenge: "pushups-2min", startedAt: .monday.addingTimeInterval(-100),
      duration: .seconds(10),
      log: WorkoutLog(
        reps: RepLog(milliseconds: [1000, 2000])!,
        pauses: [.init(at: .seconds(4), for: .seconds(20))]))
    let app = VirtualApp { $0.workouts.unfinished = { [draft] } }
    app.press(.enter, "p")
    app.press("s")
    let stored = app.memory.storage.withLock { $0.finished.first }
    #expect(
      stored?.log.pauses == [
        .init(at: .seconds(4), for: .seconds(20)), .init(at: .seconds(10), for: .seconds(70)),
      ])
  }

  @Test func `resuming a draft that was loaded late stops a video`() async throws {
    let loadDelay = TestClock()
    let app = VirtualApp { [draft] in
      $0.workouts.unfinished = {
        try await loadDelay.sleep(for: .seconds(1))
        return [draft]
      }
    }
    app.press(.enter, "v")
    await loadDelay.advance(by: .seconds(1))
    app.settle()
    // The first p skips the countdown, the second pauses.
    app.press(.enter, "p", "p")
    #expect(app.shows("PAUSED") && app.shows("REPS 3"))
    try await app.clock.checkSuspension()
  }

  @Test func `the help shows each answer completely in the smallest terminal`() {
    let app = app(size: Size(40, 12))
    app.press("?")
    #expect(app.shows("save it as it is"))
    #expect(app.shows("Delete/Backspace  discard"))
    #expect(app.shows("ask again next time"))
  }
}
