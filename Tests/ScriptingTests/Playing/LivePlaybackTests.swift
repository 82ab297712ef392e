import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct LivePlaybackTests {
  let clock = TestClock()

  /// The speeds, each with the milliseconds that twenty seconds of a script take at that speed.
  nonisolated private static let speeds: [(Double, Int64)] = [
    (1, 20_000), (0.25, 80_000), (4, 5000), (100, 200),
  ]

  func playback(_ text: String, speed: Double = 1) throws -> LivePlayback {
    try LivePlayback(try Script(parsing: text, file: "test"), clock: clock, speed: speed)
  }

  func lines(_ playback: LivePlayback, _ size: Size = Size(80, 24)) -> [String] {
    var screen = Frame(size)
    playback.render(into: &screen)
    return screen.buffer.lines
  }

  /// Plays to the end on a clock that never waits.
  ///
  /// - Returns: The duration on that clock.
  func time(_ text: String, speed: Double = 1) async throws -> (Duration, LivePlayback) {
    let clock = ImmediateClock()
    let playback = try LivePlayback(
      try Script(parsing: text, file: "test"), clock: clock, speed: speed)
    _ = lines(playback)
    await playback.finish()
    return (clock.uptime, playback)
  }

  @Test(arguments: TestSize.choose(test: [speeds[3]], check: speeds))
  func `playback takes the scripted time divided by the speed`(
    speed: Double, milliseconds: Int64
  ) async throws {
    let (time, playback) = try await time(
      "advance 5s\npress j x11 every 500ms\nadvance 10s", speed: speed)
    #expect(playback.failure == nil)
    #expect(time == .milliseconds(milliseconds))
  }

  @Test func `a script's speed multiplies the playback speed`() async throws {
    let (time, playback) = try await time(
      "advance 4s\nspeed 50\nadvance 100s\nspeed 1\nadvance 6s", speed: 2)
    #expect(time == .seconds(6))
    #expect(playback.viewerTime == .seconds(12))
  }

  @Test func `playback shows the frames of a virtual stage, with the caption below`() async throws {
    let text = """
      set prep-seconds 0
      caption "Hello"
      press Enter
      press s
      rep 12 every 950ms ±80ms
      press s
      """
    let (_, playback) = try await time(text)
    let shown = lines(playback)
    var script = try Script(parsing: text, file: "test")
    script.setup.size = Size(80, 23)
    let virtual = try VirtualStage(script)
    try await virtual.play()
    #expect(Array(shown.dropLast()) == virtual.stage.frame.lines)
    #expect(shown.last?.hasPrefix(" Hello ") == true)
  }

  @Test func `a screen of the script's size is drawn in the corner and clipped`() async throws {
    let playback = try playback("size 200x60\nadvance 1s")
    let shown = lines(playback, Size(30, 5))
    #expect(shown.count == 5)
    #expect(shown[0].hasPrefix(" 1 Workouts   2 Leaderboard"))
    playback.handle(.key("q"))
    await playback.finish()
  }

  @Test func `a long caption is shown completely, and the hint only if it fits`() async throws {
    let words = "v shows the exercise, and g races your best, rep by rep."
    let (_, playback) = try await time("caption \"\(words)\"")
    #expect(lines(playback).last == " \(words)" + String(repeating: " ", count: 14) + "q leaves")
    #expect(lines(playback, Size(60, 24)).last == " \(words)")
    #expect(lines(playback, Size(100, 24)).last?.hasSuffix("any key pauses, q leaves") == true)
  }

  @Test func `any key pauses and continues, without changing the script`() async throws {
    let playback = try playback("advance 1s\npress 2\nadvance 1s", speed: 10)
    _ = lines(playback)
    await clock.advance(by: .milliseconds(50))
    playback.handle(.key("x"))
    #expect(lines(playback).last?.contains("paused") == true)
    for _ in 0..<5 { await clock.advance(by: .seconds(1)) }
    #expect(playback.viewerTime < .seconds(1))
    #expect(playback.exit == nil)
    playback.handle(.key("x"))
    while playback.exit == nil { await clock.advance(by: .milliseconds(100)) }
    #expect(playback.exit == Exit())
    #expect(playback.viewerTime == .seconds(2))
  }

  @Test(arguments: [Key("q"), .escape, .control("c")])
  func `the user can exit, even during a pause`(key: Key) async throws {
    let playback = try playback("advance 10s\npress a")
    _ = lines(playback)
    playback.handle(.key("x"))
    playback.handle(.key(key))
    await playback.finish()
    #expect(playback.exit == Exit())
  }

  /// Scripts with a long step that doesn't advance the time.
  @Test(arguments: [
    "press Down x100000", "type \"\(String(repeating: "a", count: 40))\"",
    String(repeating: "focus lost\n", count: 40), "expect /(.*)*(.*)*(.*)*ZZZ$/",
  ])
  func `the user can exit during a long step`(text: String) async throws {
    let clock = WatchedClock(sleeps: 20)
    let playback = try LivePlayback(
      try Script(parsing: text, file: "test"), clock: clock, speed: 1)
    clock.watch = { playback.handle(.key("q")) }
    _ = lines(playback)
    await playback.finish()
    #expect(playback.exit == Exit())
    #expect(clock.sleepsLeft == 0)
  }

  @Test func `an unmet expectation is reported`() async throws {
    let (_, playback) = try await time("press 2\nexpect \"nothing like it\"")
    #expect(playback.exit == Exit(status: 1))
    #expect(
      playback.failure
        == ScriptError(.init(2, in: "test"), #"expected "nothing like it" on the screen"#))
  }
}

/// A clock that never waits, and performs an action at one of its sleeps.
@MainActor
private final class WatchedClock: EpochClock {
  private let clock = ImmediateClock<Duration>()
  /// The number of sleeps before the action.
  private(set) var sleepsLeft: Int
  var watch: () -> Void = {}

  init(sleeps: Int) { sleepsLeft = sleeps }

  nonisolated var now: ImmediateClock<Duration>.Instant { clock.now }
  nonisolated var epoch: ImmediateClock<Duration>.Instant { clock.epoch }
  nonisolated var minimumResolution: Duration { .zero }

  func sleep(until deadline: ImmediateClock<Duration>.Instant, tolerance: Duration?) async throws {
    // After the action, playback must not sleep again.
    #expect(sleepsLeft > 0)
    sleepsLeft -= 1
    if sleepsLeft == 0 {
      watch()
      watch = {}
    }
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
