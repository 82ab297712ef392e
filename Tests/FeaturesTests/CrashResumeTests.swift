import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@MainActor
struct CrashResumeTests {
  let memory = MemoryStore()
  let draft = WorkoutDraft(
    id: UUID(7), challenge: "pushups-2min", startedAt: .monday, duration: .seconds(10),
    log: RepLog(milliseconds: [1000, 2000, 9500])!)
  let older = WorkoutDraft(
    id: UUID(8), challenge: "plank", startedAt: .monday, duration: .seconds(4))

  func offer(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CrashResume> {
    TestStore(initialState: CrashResume.State()) {
      CrashResume()
    } withDependencies: {
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `what was left is offered, the newest first`() async {
    let store = offer { [draft, older] in $0.workouts.unfinished = { [draft, older] } }
    await store.send(.onAppear)
    await store.receive(\.unfinishedResponse.success) { [draft, older] in
      $0.drafts = [draft, older]
    }
    await store.send(.resumeButtonTapped) { [older] in $0.drafts = [older] }
    await store.receive(\.delegate, .chosen(draft, .running))
    await store.send(.keepButtonTapped) { $0.drafts = [] }
    await store.receive(\.delegate, .chosen(older, .saved))
    await store.send(.discardButtonTapped)
  }

  @Test func `nothing is offered where nothing can be read`() async {
    let store = offer { $0.workouts.unfinished = { throw SampleError() } }
    await store.send(.onAppear)
    await store.receive(\.unfinishedResponse.failure)
    #expect(store.state.offered == nil)
  }

  @Test func `later asks no more until the next start`() async {
    memory.kept.withLock { $0.unfinished[draft.id] = draft }
    let store = offer()
    await store.send(.onAppear)
    await store.receive(\.unfinishedResponse.success) { [draft] in $0.drafts = [draft] }
    await store.send(.laterButtonTapped) { $0.drafts = [] }
    #expect(memory.kept.withLock { $0.unfinished.count } == 1)
  }

  // MARK: - On the screen

  private func app(size: Size = Size(80, 24)) -> VirtualApp {
    VirtualApp(size: size) { [memory, draft] in
      memory.kept.withLock { $0.unfinished[draft.id] = draft }
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
    }
  }

  @Test func `Enter goes on with every rep, from the time that was stored`() async {
    let app = app()
    #expect(app.shows("Resume") && app.shows("3 reps in 00:10.00"))
    app.press(.enter)
    #expect(app.shows("REPS 3") && app.shows("00:10.00"))
    await app.advance(by: .seconds(1))
    app.press(.space)
    #expect(app.shows("REPS 4") && app.shows("00:11.00"))
    app.press("s")
    #expect(app.shows("Saved"))
    #expect(
      memory.kept.withLock { $0.finished.map(\.log.milliseconds) } == [[1000, 2000, 9500, 11000]])
    #expect(memory.kept.withLock { $0.finished.map(\.startedAt) } == [.monday])
  }

  @Test func `a test is still a test, and a set still its plan's`() async {
    let purposes: [(WorkoutDraft.Purpose, String)] = [
      (.test, "Test"), (.set(2, ofSession: 1), "Set 2/5: 13"),
    ]
    for (purpose, title) in purposes {
      memory.kept.withLock {
        $0.plans = [.sample(begun: .init(sets: 1, day: .monday))]
        $0.unfinished = [:]
        $0.unfinished[draft.id] = draft
        $0.unfinished[draft.id]?.purpose = purpose
      }
      let app = VirtualApp(catalogue: .sample) { [memory] in
        $0.workouts = memory.workouts
        $0.plans = memory.plans
      }
      app.press(.enter)
      #expect(app.shows("REPS 3") && app.shows(title))
      app.press("s", .escape)
      await app.advance(by: .zero)
      let plan = memory.kept.withLock(\.plans).first
      if purpose == .test {
        #expect(plan?.test.amount == 3)
      } else {
        #expect(plan?.begun?.sets == 2)
      }
    }
  }

  @Test func `k keeps it as it stands`() {
    let app = app()
    app.press("k")
    #expect(app.shows("Saved") && app.shows("3 reps"))
    #expect(memory.kept.withLock { $0.finished.map(\.duration) } == [.seconds(10)])
    #expect(memory.kept.withLock { $0.unfinished.isEmpty })
  }

  @Test func `Delete discards it`() {
    let app = app()
    app.press(.delete)
    #expect(!app.shows("Resume"))
    #expect(memory.kept.withLock { $0.unfinished.isEmpty && $0.finished.isEmpty })
  }

  @Test func `Esc leaves it for the next start`() {
    let app = app()
    app.press(.escape)
    #expect(!app.shows("Resume") && app.shows("Push-ups"))
    #expect(memory.kept.withLock { $0.unfinished.count } == 1)
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the help lies on top of it: its keys close it, and no other reaches the workout`(size: Size)
  {
    let app = app(size: size)
    for key in [.escape, .enter, "?"] as [Key] {
      app.press("?", "k", .delete, .backspace)
      #expect(app.shows("Keys"), "\(key.name)")
      app.press(key)
      #expect(!app.shows("Keys") && app.shows("Resume"), "\(key.name)")
    }
    #expect(memory.kept.withLock { $0.unfinished.count } == 1)
  }

  @Test func `in the smallest terminal the help says each answer whole`() {
    let app = app(size: Size(40, 12))
    app.press("?")
    #expect(app.shows("k       keep it as it stands"))
    #expect(app.shows("Delete/Backspace  discard it"))
    #expect(app.shows("Esc     ask again at the next start"))
  }

  @Test func `the offer is no workout: q leaves at once`() {
    let app = app()
    app.press("q")
    #expect(app.program.exit == Exit())
    #expect(memory.kept.withLock { $0.unfinished.count } == 1)
  }

  @Test func `a workout whose time was up is finished, not gone on with`() async {
    memory.kept.withLock { [draft] in
      var late = draft
      late.duration = .seconds(120)
      $0.unfinished[draft.id] = late
    }
    let app = VirtualApp { [memory] in $0.workouts = memory.workouts }
    app.press(.enter)
    await app.advance(by: .milliseconds(10))
    #expect(app.shows("Saved"))
    #expect(memory.kept.withLock { $0.finished.map(\.duration) } == [.seconds(120)])
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the offer`(size: Size) {
    expectGolden(app(size: size).screen.golden, "resume-\(size.width)x\(size.height)")
  }
}
