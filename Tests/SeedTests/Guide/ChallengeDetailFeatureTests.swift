import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ChallengeDetailFeatureTests {
  private let clock = TestClock()
  private let noon = Date(timeIntervalSince1970: 43_200)

  private func detail(
    submit: @escaping @Sendable (Int, Int, Duration) async throws -> Void = { _, _, _ in }
  ) -> TestStoreOf<ChallengeDetailFeature> {
    TestStore(
      initialState: ChallengeDetailFeature.State(
        challenge: ChallengeDetailFeature.Challenge(id: 7, name: "Push-ups"), participantCount: 3)
    ) {
      ChallengeDetailFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(noon)
      $0.apiClient.submitWorkout = submit
    }
  }

  @Test func `stopping a workout submits it and ends its timer`() async {
    let submitted = LockIsolated<[String]>([])
    let store = detail { id, reps, duration in
      submitted.withValue { $0.append("\(id) \(reps) \(duration)") }
    }
    await store.send(.startTestButtonTapped) { $0.activeWorkout = WorkoutTimerFeature.State() }
    await store.send(.activeWorkout(.presented(.startButtonTapped))) {
      $0.activeWorkout?.isRunning = true
      $0.activeWorkout?.startTime = noon
    }
    await store.send(.activeWorkout(.presented(.incrementRepTapped))) {
      $0.activeWorkout?.repCount = 1
    }
    await clock.advance(by: .milliseconds(10))
    await store.receive(\.activeWorkout.timerTick) {
      $0.activeWorkout?.elapsedTime = .milliseconds(10)
    }
    await store.send(.activeWorkout(.presented(.stopButtonTapped))) {
      $0.activeWorkout?.isRunning = false
    }
    await store.receive(\.workoutCompleted) { $0.activeWorkout = nil }
    await store.finish()
    #expect(submitted.value == ["7 1 0.01 seconds"])
  }

  @Test func `dismissing the sheet ends its timer`() async throws {
    let store = detail()
    store.exhaustivity = .off
    await store.send(.startTestButtonTapped)
    await store.send(.activeWorkout(.presented(.startButtonTapped)))
    store.exhaustivity = .on
    await store.send(.activeWorkout(.dismiss)) { $0.activeWorkout = nil }
    try await clock.checkSuspension()
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `the video plays and stops`() async {
    let store = detail()
    await store.send(.playVideoButtonTapped) { $0.isVideoPlaying = true }
    await store.send(.videoPlaybackChanged(false)) { $0.isVideoPlaying = false }
  }
}

// MARK: - The feature

/// The challenge screen in the guide of seed article 003. It starts a workout on a sheet and submits the result.
@Reducer
struct ChallengeDetailFeature {
  @ObservableState
  struct State: Equatable {
    var challenge: Challenge
    var isVideoPlaying = false
    var participantCount: Int
    @Presents var activeWorkout: WorkoutTimerFeature.State?
  }

  struct Challenge: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
  }

  enum Action {
    case startTestButtonTapped
    case playVideoButtonTapped
    case videoPlaybackChanged(Bool)
    case activeWorkout(PresentationAction<WorkoutTimerFeature.Action>)
    case workoutCompleted(repCount: Int, duration: Duration)
  }

  @Dependency(\.apiClient) var apiClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startTestButtonTapped:
        state.activeWorkout = WorkoutTimerFeature.State()
        return .none

      case .playVideoButtonTapped:
        state.isVideoPlaying.toggle()
        return .none

      case .videoPlaybackChanged(let isPlaying):
        state.isVideoPlaying = isPlaying
        return .none

      case .activeWorkout(.presented(.stopButtonTapped)):
        guard let workout = state.activeWorkout else { return .none }
        return .send(
          .workoutCompleted(repCount: workout.repCount, duration: workout.elapsedTime))

      case .workoutCompleted(let repCount, let duration):
        state.activeWorkout = nil
        return .run { [id = state.challenge.id] _ in
          try await apiClient.submitWorkout(
            challengeID: id, repCount: repCount, duration: duration)
        }

      case .activeWorkout:
        return .none
      }
    }
    .ifLet(\.$activeWorkout, action: \.activeWorkout) { WorkoutTimerFeature() }
  }
}
