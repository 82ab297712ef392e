import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import TimerFeatures

@Suite(.checksForLeaks)
@MainActor
struct CueTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func timer(
    of challenge: Challenge = .pushUps, _ options: WorkoutOptions = WorkoutOptions()
  ) -> TestStoreOf<WorkoutTimer> {
    let store = TestStore(
      initialState: WorkoutTimer.State(challenge: challenge, options: options)
    ) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
    store.exhaustivity = .off
    return store
  }

  var playedCues: [Cue] { memory.playedCues.withLock { $0 } }

  @Test func `each second of the countdown has a beep, and the start has another`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped))
    for count in 1...3 {
      #expect(playedCues == Array(repeating: .countdown, count: count))
      await clock.advance(by: .seconds(1))
    }
    #expect(playedCues == [.countdown, .countdown, .countdown, .work])
    await store.skipInFlightEffects()
  }

  @Test func `skipping the countdown skips its remaining beeps`() async {
    let store = timer()
    await store.send(.view(.startButtonTapped))
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(5))
    #expect(playedCues == [.countdown, .work])
    await store.skipInFlightEffects()
  }

  @Test func `reaching the goal plays a beep, and stopping does not`() async {
    var options = WorkoutOptions()
    options.preparation = 0
    let store = timer(of: .burpees, options)
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .milliseconds(10))
    for _ in 1...3 { await store.send(.view(.repKeyPressed(.space))) }
    await store.finish()
    #expect(playedCues == [.work, .end])
    let stopped = timer(of: .plank, options)
    await stopped.send(.view(.startButtonTapped))
    await stopped.send(.view(.stopButtonTapped))
    await stopped.finish()
    #expect(playedCues == [.work, .end, .work])
  }

  @Test func `no beep is played if beeps are off`() async {
    var options = WorkoutOptions()
    options.shouldBeep = false
    let store = timer(of: .pushUps, options)
    await store.send(.view(.startButtonTapped))
    await clock.advance(by: .seconds(130))
    await store.finish()
    #expect(playedCues.isEmpty)
  }

  /// Returns an app with a challenge and lines of the settings file.
  func app(_ challenge: Challenge, _ lines: String) -> VirtualApp {
    let text = SettingsText(lines)
    #expect(text.problems.isEmpty)
    let app = VirtualApp(
      catalogue: Catalogue([challenge]), settings: LoadedSettings(settings: text.settings))
    app.press(.enter, "s", "s")
    return app
  }

  func circuit(_ text: String, _ scoring: Challenge.Scoring) -> Challenge {
    Challenge(
      id: "circuit", name: "Circuit", kind: .fullBody, scoring: scoring, summary: "",
      instructions: [], routine: Routine(text))
  }

  @Test func `a timed challenge announces halfway, ten seconds and the last three seconds`() async {
    let app = app(.pushUps, "")
    func cues() -> [Cue] { app.memory.playedCues.withLock { Array($0.dropFirst(2)) } }
    await app.advance(by: .milliseconds(59_990))
    #expect(cues() == [])
    await app.advance(by: .milliseconds(10))
    #expect(cues() == [.half])
    await app.advance(by: .seconds(49))
    #expect(cues() == [.half])
    await app.advance(by: .seconds(1))
    #expect(cues() == [.half, .ten])
    await app.advance(by: .seconds(10))
    #expect(cues() == [.half, .ten, .countdown, .countdown, .countdown, .end])
  }

  @Test func `a cue is given even if a rep follows within the same tick`() async {
    let app = app(.pushUps, "")
    app.clock.skip(by: .seconds(60))
    app.press(.space)
    await app.advance(by: .milliseconds(10))
    #expect(app.memory.playedCues.withLock { $0.last } == .half)
  }

  @Test func `a cue that is due while the machine sleeps is skipped`() async {
    let app = app(.pushUps, "")
    app.clock.skip(by: .seconds(62))
    await app.advance(by: .milliseconds(10))
    #expect(app.memory.playedCues.withLock { $0 } == [.countdown, .work])
    await app.advance(by: .seconds(48))
    #expect(app.memory.playedCues.withLock { $0.last } == .ten)
  }

  @Test func `reps are announced at the chosen interval, and so is half of the goal`() async {
    let app = app(circuit("3x(push-up 24, rest 1:00)", .time(forReps: 72)), "count-reps = 10")
    for _ in 1...24 {
      await app.advance(by: .seconds(1))
      app.press(.space)
    }
    #expect(
      app.memory.playedCues.withLock { $0 }
        == [.countdown, .work, .reps, .half, .reps, .rest])
  }

  @Test func `commands get the text of the cue, which names the next part`() async {
    let app = app(
      circuit("squat 20s, rest 10s, \"rm -rf; burpee\" 1:00", .reps(within: .seconds(90))),
      """
      beeps = off
      cue.say = espeak {text}
      cue.work = play 'go go.oga'
      cue.countdown = off
      cue.end = sh -c "echo {text}"
      """)
    await app.advance(by: .seconds(90))
    #expect(
      app.memory.commands.withLock { $0 } == [
        ["play", "go go.oga"], ["espeak", "squat, 20 seconds"],
        ["espeak", "rest, next rm -rf  burpee, 1 minute"],
        ["play", "go go.oga"], ["espeak", "rm -rf  burpee, 1 minute"],
        ["sh", "-c", "echo done, 0 reps"], ["espeak", "done, 0 reps"],
      ])
    #expect(app.memory.playedCues.withLock { $0.isEmpty })
  }

  @Test func `a failed command is reported in one line after the workout`() async {
    let app = app(.pushUps, "cue.half = player x.oga")
    app.memory.commandError.withLock {
      $0 = CueError(.program("player"), reason: "No such file or directory")
    }
    await app.advance(by: .seconds(70))
    #expect(!app.shows("failed"))
    app.press(.space, "s")
    app.settle()
    #expect(app.shows("the cue \"player\" failed (No such file or directory)"))
  }

  @Test func `the last seconds of a rest between sets are announced`() async {
    let app = app(.pushUps, "rest-seconds = 30\ncue.ten = say {text}")
    app.press(.space, "s")
    let before = app.memory.playedCues.withLock { $0.count }
    await app.advance(by: .seconds(30))
    #expect(app.memory.commands.withLock { $0 } == [["say", "ten seconds"]])
    #expect(
      app.memory.playedCues.withLock { Array($0.dropFirst(before)) }
        == [.countdown, .countdown, .countdown, .work])
  }

  @Test func `a pause delays the next cue`() async {
    let app = app(.pushUps, "")
    await app.advance(by: .seconds(59))
    app.press("p")
    await app.advance(by: .seconds(20))
    #expect(!app.memory.playedCues.withLock { $0.contains(.half) })
    app.press("p", "p")
    await app.advance(by: .seconds(1))
    #expect(app.memory.playedCues.withLock { $0.last } == .half)
  }
}
