import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of the variations of a challenge, which Left and Right select.
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
    // Two presses store the variation once.
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

  @Test func `a failure to store a variation is explained, and no workout starts`() async throws {
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

  @Test func `a scale of variations in the settings file is used`() {
    var settings = LoadedSettings()
    settings.settings = SettingsText("variations.push-up = push-up, clap push-up").settings
    let app = VirtualApp(catalogue: Catalogue([pushUps]), settings: settings)
    app.press(.enter)
    #expect(app.shows("[push-up] · clap") && !app.shows("easier"))
    app.press(.right)
    #expect(app.shows("clap push-up 2:00"))
  }
}
