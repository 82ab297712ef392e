import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of a plan's workouts: the test, the sessions, and the screens that show them.
@Suite(.checksForLeaks)
@MainActor
struct PlanSessionTests {
  let clock = TestClock()
  let memory = MemoryStore()

  /// Returns the Workouts tab with the page of a challenge that has a plan.
  func page(_ plan: TrainingPlan, of challenge: Challenge = .pushUps) -> TestStoreOf<Workouts> {
    memory.storage.withLock { $0.plans = [plan] }
    var state = Workouts.State(catalogue: .sample)
    state.destination = .detail(ChallengeDetail.State(challenge: challenge, plan: plan))
    let store = TestStore(initialState: state) {
      Workouts()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      $0.plans = memory.plans
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `a set ends automatically after its last rep, and a rest starts`() async {
    let store = page(.sample())
    await store.send(
      ._internal(.destination(.presented(.detail(.view(.nextSessionButtonTapped))))))
    await clock.advance(by: .seconds(4))
    for _ in 1...13 {
      await store.send(
        ._internal(.session(.presented(.view(.repKeyPressed(.space))))))
    }
    await store.receive(\._internal.session._internal.finishResponse.success)
    await store.receive(
      \._internal.destination.detail._internal.plan._internal.changeResponse.success)
    #expect(store.state.detail?.plan.plan?.progress == .init(sets: 1, day: .monday))
    await clock.advance(by: QuietPeriod.duration)
    #expect(store.state.session?.isResting == true)
    await store.send(._internal(.session(.presented(.view(.nextSetButtonTapped)))))
    #expect(store.state.session?.set == TrainingPlan.sample().set(1, 2))
    #expect(store.state.session?.isPreparing == true && store.state.session?.rest == nil)
    await store.send(._internal(.session(.dismiss)))
    await store.finish()
  }

  @Test func `a set of a hold ends automatically after its planned time`() async {
    let plan = TrainingPlan(
      id: UUID(9), challenge: "plank",
      test: TestResult(measure: .hold, amount: 30, duration: .seconds(30), day: .monday)!)
    let store = page(plan, of: .plank)
    await store.send(
      ._internal(.destination(.presented(.detail(.view(.nextSessionButtonTapped))))))
    await clock.advance(by: .seconds(3 + 12))
    await store.skipReceivedActions()
    #expect(store.state.session?.isSavedForPlan == true)
    #expect(memory.storage.withLock(\.finished).map(\.duration) == [.seconds(12)])
    await store.send(._internal(.session(.dismiss)))
    await store.finish()
  }

  @Test(arguments: [(45, 45), (0, 90)])
  func `the rest between sets comes from the settings, or from the plan if the setting is 0`(
    setting: Int, rest: Int
  ) async {
    var settings = Settings()
    settings.rest = setting
    memory.storage.withLock { $0.plans = [.sample()] }
    let app = VirtualApp(catalogue: .sample, settings: LoadedSettings(settings: settings)) {
      [memory] in
      $0.plans = memory.plans
    }
    app.press(.enter, "l")
    #expect(app.shows("\(rest) s of rest"))
    app.press("n", "s")
    for _ in 1...13 {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    #expect(
      app.shows("Set 1 of 5 is done") && app.shows("Rest \(Duration.seconds(rest).minutesText)"))
  }

  @Test func `the last set has no rest, and leaving the set shows the plan`() async {
    let store = page(.sample(progress: .init(sets: 4, day: .monday)))
    await store.send(
      ._internal(.destination(.presented(.detail(.view(.nextSessionButtonTapped))))))
    await clock.advance(by: .seconds(4))
    for _ in 1...13 {
      await store.send(
        ._internal(.session(.presented(.view(.repKeyPressed(.space))))))
    }
    await store.receive(
      \._internal.destination.detail._internal.plan._internal.changeResponse.success)
    #expect(store.state.session?.canRest == false && store.state.session?.hasNextSet == false)
    await store.send(
      ._internal(.session(.presented(.view(.backKeyPressed(.escape))))))
    await store.receive(\._internal.session.delegate.closed)
    #expect(
      store.state.detail?.isShowingPlan == true
        && store.state.detail?.plan.plan?.completedDays == [.monday])
    await store.finish()
  }

  @Test func `a set that is discarded and restored is still the same set of the plan`() async {
    let store = page(.sample())
    await store.send(
      ._internal(.destination(.presented(.detail(.view(.nextSessionButtonTapped))))))
    await clock.advance(by: .seconds(4))
    await store.send(
      ._internal(.session(.presented(.view(.repKeyPressed(.space))))))
    await store.send(
      ._internal(.session(.presented(.view(.discardButtonTapped)))))
    await store.receive(\._internal.session.delegate.discarded)
    await store.send(._internal(.destination(.presented(.detail(.view(.undoButtonTapped))))))
    await store.receive(\._internal.session.command.restore)
    #expect(store.state.session?.set == TrainingPlan.sample().set(1, 1))
    await store.finish()
  }

  @Test func `leaving the challenge cancels the plan's effects`() async {
    let store = TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.date = .constant(.monday)
      $0.workouts = memory.workouts
      $0.plans.all = {
        try await Task.never()
        return []
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.openButtonTapped))
    await store.receive(\._internal.destination.detail._internal.plan.command.appear)
    await store.send(._internal(.destination(.presented(.detail(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.detail.delegate.closed)
    await store.finish()
  }

  @Test func `a failure to read plans is shown on the Workouts tab`() async {
    let store = TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.date = .constant(.monday)
      $0.workouts = memory.workouts
      $0.plans.all = { throw SampleError() }
    }
    store.exhaustivity = .off
    await store.send(.command(.appear))
    await store.receive(\._internal.plansResponse.failure) { $0.failure = Failure(SampleError()) }
  }

  @Test
  func `a failure to read a plan is explained on the challenge's screen and can be retried`()
    async
  {
    let isBroken = Mutex(true)
    let plans = memory.plans
    memory.storage.withLock { $0.plans = [.sample()] }
    let app = VirtualApp(catalogue: .sample) {
      $0.plans.all = {
        if isBroken.withLock({ $0 }) { throw SampleError() }
        return try await plans.all()
      }
    }
    app.press(.escape, .enter)
    #expect(app.shows("Something went wrong") && app.shows("the disk is full"))
    isBroken.withLock { $0 = false }
    app.press("r")
    #expect(!app.shows("Something went wrong") && app.shows("5 x 13 reps, in 2 days"))
  }

  @Test func `a failure to read the plan opens no sheet over a session`() async {
    let reads = Mutex(0)
    let plans = memory.plans
    memory.storage.withLock { $0.plans = [.sample()] }
    let app = VirtualApp(catalogue: .sample) {
      $0.plans.all = {
        if reads.withLock({
          $0 += 1; return $0
        }) > 1 {
          throw SampleError()
        }
        return try await plans.all()
      }
    }
    app.press("n", "s", .space)
    #expect(!app.shows("Something went wrong") && app.shows("REPS 1"))
  }

  @Test func `the plan of a deleted challenge is not the next plan`() throws {
    var state = Workouts.State(catalogue: .sample)
    state.plans = [.sample(1, challenge: "own-gone"), .sample(2)]
    #expect(
      state.next
        == .plan(.sample(2), try #require(state.catalogue[TrainingPlan.sample(2).challenge])))
    state.plans = [.sample(1, challenge: "own-gone")]
    #expect(state.next == nil)
  }

  // MARK: - By keys

  @Test func `quitting during a set waits until the set is recorded`() async {
    for isStuck in [true, false] {
      let app = appWithPlan {
        if isStuck {
          $0.plans.recordSet = { _, _, _ in
            try await Task.never()
            return nil
          }
        }
      }
      app.press("n", "s")
      await app.advance(by: .seconds(1))
      app.press(.space, .control("c"))
      #expect((app.program.exit == nil) == isStuck)
    }
  }

  @Test func `the row of sessions shows the completed sets of the next session`() {
    let app = appWithPlan(progress: .init(sets: 3, day: .monday + 9))
    app.press(.enter, "l")
    #expect(app.shows("████ ████ ██░░  ····") && app.shows("2 of 12 done"))
  }

  /// Returns an app on the day of the third session of a plan, with two sessions done.
  private func appWithPlan(
    progress: TrainingPlan.Progress? = nil, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> VirtualApp {
    VirtualApp { [memory] in
      memory.storage.withLock {
        $0.plans = [.sample(completedDays: [.monday + 2, .monday + 4], progress: progress)]
      }
      $0.plans = memory.plans
      $0.date = .constant(.monday.addingTimeInterval(9 * 86_400))
      prepare(&$0)
    }
  }
}
