import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import CatalogueFeatures

@Suite(.checksForLeaks)
@MainActor
struct VideoTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func detail(_ challenge: Challenge = .pushUps) -> TestStoreOf<ChallengeDetail> {
    TestStore(initialState: ChallengeDetail.State(challenge: challenge)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
  }

  /// Returns a store whose video shows its second frame.
  func storePlayingVideo() async -> TestStoreOf<ChallengeDetail> {
    let store = detail()
    await store.send(.view(.playVideoButtonTapped)) { $0.isVideoPlaying = true }
    await clock.advance(by: .milliseconds(350))
    await store.receive(\._internal.videoFrameElapsed) { $0.videoFrame = 1 }
    return store
  }

  @Test func `the video repeats, and a pause keeps its frame`() async {
    let store = await storePlayingVideo()
    let count = store.state.exercise?.frames.count ?? 0
    await clock.advance(by: .milliseconds(350 * Int64(count - 1)))
    for frame in 2..<count {
      await store.receive(\._internal.videoFrameElapsed) { $0.videoFrame = frame }
    }
    await store.receive(\._internal.videoFrameElapsed) { $0.videoFrame = 0 }
    await clock.advance(by: .milliseconds(350))
    await store.receive(\._internal.videoFrameElapsed) { $0.videoFrame = 1 }
    await store.send(.view(.playVideoButtonTapped)) { $0.isVideoPlaying = false }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func `a workout stops the video`() async {
    let store = await storePlayingVideo()
    await store.send(.view(.startButtonTapped)) { $0.isVideoPlaying = false }
    await store.receive(\.delegate.workoutRequested)
    await store.finish()
  }

  @Test func `losing the focus doesn't stop the video, but another screen does`() async {
    let store = await storePlayingVideo()
    await store.send(.command(.changeScenePhase(.inactive)))
    await store.send(.command(.changeScenePhase(.active)))
    await store.send(.command(.disappear)) { $0.isVideoPlaying = false }
    await store.send(.command(.changeScenePhase(.active)))
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func `the video pauses while the program is in the background`() {
    let app = VirtualApp()
    app.press(.enter, "v")
    #expect(app.shows("p pause"))
    for _ in 1...2 {
      app.send(.suspended)
      #expect(app.shows("v watch"))
    }
    app.send(.resumed)
    #expect(app.shows("p pause"))
    app.press("p")
    app.send(.suspended)
    app.send(.resumed)
    #expect(app.shows("v watch"))
  }

  @Test func `plain output offers no video`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    let app = VirtualApp(environment: environment)
    app.press(.enter)
    #expect(app.shows("How") && !app.shows("watch"))
    #expect(app.program.execute("v") != nil)
  }

  @Test func `a challenge without a video has no video key`() async {
    let store = detail(
      .custom("own-a", name: "Handstand", kind: .core, scoring: .hold, instructions: []))
    await store.send(.view(.playVideoButtonTapped))
    await store.finish()
    #expect(!ChallengeDetail.keys.hints(in: store.state).contains { $0.name == "video" })
  }

  @Test func `leaving the challenge ends the video`() async {
    var state = Workouts.State(catalogue: .sample)
    state.destination = .detail(ChallengeDetail.State(challenge: .pushUps))
    let store = TestStore(initialState: state) {
      Workouts()
    } withDependencies: {
      $0.continuousClock = clock
      $0.workouts = memory.workouts
    }
    await store.send(
      ._internal(.destination(.presented(.detail(.view(.playVideoButtonTapped)))))
    ) {
      $0.destination?.modify(\.detail) { $0.isVideoPlaying = true }
    }
    await store.send(._internal(.destination(.presented(.detail(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.detail.delegate.closed) { $0.destination = nil }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test(arguments: ["2", ","])
  func `opening another tab or the settings stops the video`(key: Character) async {
    let app = VirtualApp()
    app.press(.enter, "v")
    #expect(app.shows("p pause"))
    app.press(.character(key))
    app.press(key == "," ? .escape : "1")
    #expect(app.shows("v watch"))
    let before = app.text
    await app.advance(by: .seconds(1))
    #expect(app.text == before)
  }
}
