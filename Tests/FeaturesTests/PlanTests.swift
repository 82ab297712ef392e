import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct PlanTests {
  let memory = MemoryStore()

  func plan(
    _ plan: TrainingPlan? = nil, of challenge: Challenge = .pushUps,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Plan> {
    memory.storage.withLock { $0.plans = plan.map { [$0] } ?? [] }
    return TestStore(initialState: Plan.State(challenge: challenge, plan: plan)) {
      Plan()
    } withDependencies: {
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.plans = memory.plans
      prepare(&$0)
    }
  }

  /// A saved test of 32 push-ups, half a second each.
  static let tested = SavedWorkout(
    .sample(reps: (1...32).map { $0 * 500 }, duration: .seconds(120)),
    in: .pushUps)

  static let made = TrainingPlan(
    id: UUID(0), challenge: "pushups-2min",
    test: TestResult(measure: .reps, amount: 32, duration: .seconds(120), day: .monday)!)

  @Test func `a failure to read the plan is shown`() async {
    let store = plan { $0.plans.all = { throw SampleError() } }
    await store.send(.command(.appear))
    await store.receive(\._internal.plansResponse.failure) { $0.failure = Failure(SampleError()) }
    await store.receive(\.delegate.failed)
  }

  @Test func `a test without reps creates no plan`() async {
    let store = plan(.sample(7))
    let nothing = SavedWorkout(.sample(reps: []), in: .pushUps)
    await store.send(.command(.record(nothing, .test))) {
      $0.today = .monday
      $0.notice = .noScore
    }
  }

  @Test func `an impossible test does not change the plan`() async {
    let store = plan(.sample(7))
    var impossible = Self.tested
    (impossible.score, impossible.impossibilityReason) = (nil, .tooFast(rep: 2))
    await store.send(.command(.record(impossible, .test))) {
      $0.today = .monday
      $0.notice = .noScore
    }
    #expect(memory.storage.withLock(\.plans) == [.sample(7)])
  }

  @Test func `a set that ended after midnight counts for the day of its start`() async {
    let store = plan(.sample(7)) { $0.date = .constant(.monday.addingTimeInterval(86_400)) }
    store.exhaustivity = .off
    let set = PlannedSet(session: TrainingPlan.sample(7).sessions[0], number: 1)
    await store.send(.command(.record(Self.tested, .set(set)))) {
      $0.change = .finished(
        set, TrainingPlan.sample(7).id, day: DayStart.midnight.day(of: Self.tested.workout))
    }
  }

  @Test func `a plan that another program has started meanwhile can be restored`() async {
    let store = plan(nil)
    memory.storage.withLock { $0.plans = [.sample(7)] }
    store.exhaustivity = .off
    await store.send(.command(.record(Self.tested, .test)))
    await store.receive(\._internal.changeResponse.success) {
      $0.plan = Self.made
      $0.notice = .replaced
      $0.canUndo = true
    }
    await store.send(.view(.undoButtonTapped))
    await store.receive(\._internal.changeResponse.success) { $0.plan = .sample(7) }
  }

  @Test func `the old plan stays if the new one can't be saved, and saving can be retried`() async {
    let isFull = LockIsolated(true)
    let store = plan(.sample(7)) { [memory] in
      let start = memory.plans.start
      $0.plans.start = { plan in
        if isFull.value { throw SampleError() }
        return try await start(plan)
      }
    }
    await store.send(.command(.record(Self.tested, .test))) {
      $0.today = .monday
      $0.change = .started(Self.made)
      $0.isSaving = true
    }
    await store.receive(\._internal.changeResponse.failure) {
      $0.isSaving = false
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()),
        dataStatus: "Your workouts are saved, and your plan is unchanged.",
        canRetry: true)
    }
    #expect(store.state.plan == .sample(7))
    isFull.setValue(false)
    store.exhaustivity = .off
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) { $0.errorSheet = nil }
    await store.receive(\._internal.changeResponse.success) { $0.plan = Self.made }
  }

  @Test func `a session is requested set by set, and the last set completes it`() async {
    var expected = TrainingPlan.sample(progress: .init(sets: 3, day: .monday))
    let store = plan(expected)
    await store.send(.view(.startButtonTapped)) { $0.today = .monday }
    await store.receive(\.delegate.workoutRequested, .set(expected.set(1, 4)))
    for number in [4, 5] {
      let set = expected.set(1, number)
      expected.finish(set, on: .monday)
      await store.send(.command(.record(Self.tested, .set(set)))) {
        $0.change = .finished(set, UUID(0), day: .monday)
        $0.isSaving = true
      }
      await store.receive(\._internal.changeResponse.success) {
        $0.plan = expected
        $0.selection = expected.completedDays.count
        $0.change = nil
        $0.isSaving = false
      }
      await store.receive(\.delegate.changed)
    }
    #expect(expected.completedDays == [.monday])
  }

  @Test func `a set without reps is not recorded`() async {
    let store = plan(.sample())
    let nothing = SavedWorkout(.sample(reps: []), in: .pushUps)
    await store.send(.command(.record(nothing, .set(TrainingPlan.sample().set(1, 1))))) {
      $0.today = .monday
    }
  }

  @Test func `after the last session a test is requested`() async {
    let store = plan(.sample(completedDays: Array(repeating: .monday, count: 12)))
    await store.send(.view(.startButtonTapped)) { $0.today = .monday }
    await store.receive(\.delegate.workoutRequested, .test)
  }

  @Test func `the next session is selected at first, and the selection stops at both ends`() async {
    var state = Plan.State(challenge: .pushUps, plan: .sample(completedDays: [.monday]))
    state.show(today: .monday)
    #expect(state.selection == 1)
    let store = TestStore(initialState: state) { Plan() }
    await store.send(.view(.selectionMoved(by: .max))) { $0.selection = 12 }
    await store.send(.view(.selectionMoved(by: .min))) { $0.selection = 0 }
    #expect(store.state.entries.map(\.state).prefix(3) == ["done", "in 2 days", ""])
    await store.send(.view(.closeButtonTapped)) { $0.isShown = false }
  }
}
