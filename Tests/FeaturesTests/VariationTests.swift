import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests of the variations of a challenge, along which Left and Right move.
@Suite(.checksForLeaks)
@MainActor
struct VariationTests {
  private let clock = TestClock()
  private let memory = MemoryStore()
  private let pushUps = Catalogue.standard["pushups-2min"]!

  private func detail(
    _ challenge: Challenge, isNew: Bool = false,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ChallengeDetail> {
    TestStore(initialState: ChallengeDetail.State(challenge: challenge, isNew: isNew)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      $0.challenges = memory.challenges
      prepare(&$0)
    }
  }

  private var easier: Challenge {
    get throws {
      try #require(ChallengeDetail.State(challenge: pushUps).variation(by: -1))
    }
  }

  @Test func `a page asks for an easier and a harder variation, up to the ends`() async throws {
    let store = detail(pushUps)
    await store.send(.view(.variationMoved(by: -1)))
    await store.receive(\.delegate.variationRequested, try easier)
    #expect(try easier.routine.text == "knee push-up 2:00")
    await store.send(.view(.variationMoved(by: 1)))
    await store.receive(
      \.delegate.variationRequested,
      try #require(store.state.variation(by: 1)))
    await store.send(.view(.variationMoved(by: -4)))
    let run = detail(Catalogue.standard["cardio-rounds"]!)
    await run.send(.view(.variationMoved(by: 1)))
  }

  @Test func `a new variation is stored when its first workout starts`() async throws {
    let easier = try easier
    let stored = easier.with(id: "own-knee-push-up-2-00-2")
    let callCount = LockIsolated(0)
    let store = detail(easier, isNew: true) { [clock] in
      $0.challenges.findOrAdd = { challenge in
        callCount.withValue { $0 += 1 }
        try await clock.sleep(for: .seconds(1))
        return challenge == easier ? stored : challenge
      }
    }
    // Nothing is read, because there are no results.
    await store.send(.command(.appear))
    #expect(store.state.results == ChallengeDetail.Results(participantCount: 0))
    await store.send(.view(.startButtonTapped)) { $0.isAdding = true }
    // Pressed twice, it is stored once.
    await store.send(.view(.startButtonTapped))
    store.exhaustivity = .off
    await clock.advance(by: .seconds(1))
    await store.receive(\._internal.addResponse) {
      $0.isAdding = false
      $0.isNew = false
      $0.challenge = stored
      $0.plan = Plan.State(challenge: stored, plan: nil)
    }
    await store.receive(\.delegate.challengeAdded)
    await store.receive(
      \.delegate, .workoutRequested(WorkoutTimer.State(challenge: stored), .start))
    #expect(callCount.value == 1)
    #expect(store.state.id == easier.id && store.state.plan.challenge == stored)
    await store.finish()
  }

  @Test func `a variation that can't be stored is explained and does not start`() async throws {
    let store = detail(try easier, isNew: true) {
      $0.challenges.findOrAdd = { _ in throw SampleError() }
    }
    await store.send(.view(.startButtonTapped)) { $0.isAdding = true }
    await store.receive(\._internal.addResponse) {
      $0.isAdding = false
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()),
        dataStatus: "The challenge isn't saved; your workouts are unchanged.", canRetry: false)
    }
  }

  @Test func `the keys move along the scale, and looking stores nothing`() async {
    let app = VirtualApp(catalogue: Catalogue([pushUps]))
    app.press(.enter)
    #expect(app.shows("knee · [push-up] · decline"))
    #expect(app.shows("easier/harder"))
    app.press(.left)
    #expect(app.shows("knee push-up 2:00") && app.shows("[knee push-up]"))
    app.press(.left, .left, .left)
    #expect(app.shows("[wall push-up]") && app.shows("harder") && !app.shows("easier"))
    #expect(app.memory.storage.withLock { $0.custom.current.isEmpty })
    app.press(.right, .right, .right)
    #expect(app.shows("Push-ups in 2 minutes") && app.shows("[push-up]"))
    #expect(app.memory.storage.withLock { $0.custom.current.isEmpty })
  }

  @Test func `each variation has its own best, which the others show`() async throws {
    let app = VirtualApp(catalogue: Catalogue([pushUps]))
    app.press(.enter, .left, "s", "s")
    await app.advance(by: .seconds(1))
    app.press(.space)
    await app.advance(by: .seconds(120))
    app.settle()
    #expect(app.shows("Saved") && app.shows("Your first result"))
    let custom = app.memory.storage.withLock { $0.custom.current }
    #expect(custom.map(\.routine.text) == ["knee push-up 2:00"])
    let saved = try #require(app.memory.storage.withLock { $0.finished.last })
    #expect(saved.challenge == custom[0].id)
    app.press(.escape)
    #expect(app.shows("Your best") && app.shows("1 rep"))
    app.press(.right)
    #expect(app.shows("Push-ups in 2 minutes") && app.shows("none yet"))
    #expect(app.shows("knee (1 rep) · [push-up]"))
    app.press(.left)
    #expect(app.shows("[knee push-up]") && app.shows("1 rep"))
    app.press(.escape)
    #expect(app.shows("knee push-up 2:00"))
  }

  @Test func `a scale of the settings file is used`() {
    var settings = LoadedSettings()
    settings.settings = SettingsText("variations.push-up = push-up, clap push-up").settings
    let app = VirtualApp(catalogue: Catalogue([pushUps]), settings: settings)
    app.press(.enter)
    #expect(app.shows("[push-up] · clap") && !app.shows("easier"))
    app.press(.right)
    #expect(app.shows("clap push-up 2:00"))
  }
}
