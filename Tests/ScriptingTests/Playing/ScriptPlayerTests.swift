import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct ScriptPlayerTests {
  let app = CountingProgram()
  let time = VirtualTime()

  func play(_ text: String, saveShot: @escaping (Shot, Buffer) -> Void = { _, _ in }) async throws {
    app.clock = time.clock
    let stage = Stage(app, size: Size(40, 5))
    let player = ScriptPlayer(
      try Script(parsing: text, file: "test"), on: stage, in: time, saveShot: saveShot)
    try await player.play()
  }

  func failure(_ text: String) async throws -> ScriptError? {
    do {
      try await play(text)
      return nil
    } catch let error as ScriptError {
      return error
    }
  }

  @Test func `keys are pressed with the scripted count and interval`() async throws {
    try await play("press a x3 every 250ms\nadvance 1s\ntype \"b c\"")
    #expect(app.pressed == ["a", "a", "a", "b", .space, "c"])
    #expect(app.instants == [0, 250, 500, 1500, 1500, 1500].map(Duration.milliseconds))
  }

  @Test func `reps are performed at their interval with random jitter`() async throws {
    try await play("seed 7\nrep 50 every 900ms ±80ms")
    let gaps = zip(app.instants.dropFirst(), app.instants).map { $0 - $1 }
    #expect(app.pressed.count == 50)
    #expect(gaps.allSatisfy { (.milliseconds(820)...(.milliseconds(980))).contains($0) })
    #expect(Set(gaps).count > 40)
    let first = app.instants
    app.instants = []
    let again = ScriptPlayerTests()
    try await again.play("seed 7\nrep 50 every 900ms ±80ms")
    #expect(again.app.instants == first)
    let other = ScriptPlayerTests()
    try await other.play("seed 8\nrep 50 every 900ms ±80ms")
    #expect(other.app.instants != first)
  }

  @Test func `resizes, focus and signals reach the app`() async throws {
    try await play("resize 60x20\nfocus lost\nfocus gained\nsuspend 5s\nhold a\nrelease a")
    #expect(
      app.events == [
        .resize(Size(60, 20)), .focus(false), .focus(true), .suspended, .resumed, .repeated("a"),
        .released("a"),
      ])
    #expect(time.elapsed == .seconds(5))
  }

  @Test func `a tap looks for its text on the screen`() async throws {
    try await play("press a\ntap \"essed\"")
    #expect(app.events == [.mouse(MouseEvent(.press, at: Point(4, 0)))])
    let failure = try await failure("tap \"help\"")
    #expect(
      failure
        == ScriptError(.init(1, in: "test"), #""help" is not on the screen"#))
    let hostile = try await self.failure(#"tap "\u{1b}[31m""#)
    #expect(hostile?.message == #""\u{1b}[31m" is not on the screen"#)
  }

  @Test func `an expectation looks for its text on the screen`() async throws {
    try await play(
      "press a x2\nexpect \"pressed 2\"\nexpect /pressed \\d/\nexpect not \"pressed 3\"")
  }

  @Test func `an unmet expectation ends the script at its line`() async throws {
    let failure = try await failure("press a\nexpect \"pressed 7\" within 100ms\npress b")
    #expect(failure == ScriptError(.init(2, in: "test"), #"expected "pressed 7" on the screen"#))
    #expect(app.pressed == ["a"])
    #expect(time.elapsed == .milliseconds(100))
  }

  @Test func `text that was there before does not count as new`() async throws {
    let failure = try await failure(
      "press a\nexpect new \"pressed 1\"\nadvance 1s\nexpect new \"pressed 1\"")
    #expect(
      failure
        == ScriptError(.init(4, in: "test"), #"expected "pressed 1" to appear on the screen"#))
  }

  @Test func `text that should have disappeared is reported`() async throws {
    let failure = try await failure("press a\nexpect not /press.*1/")
    #expect(failure == ScriptError(.init(2, in: "test"), "expected no /press.*1/ on the screen"))
  }

  @Test func `a pattern that exceeds the step limit ends the script at its line`() async throws {
    let failure = try await failure("press a\nexpect /(.*)*(.*)*(.*)*[YZ]$/")
    #expect(
      failure
        == ScriptError(
          .init(2, in: "test"),
          "/(.*)*(.*)*(.*)*[YZ]$/ takes more than 10000000 steps per row of the screen "
            + "(match limit exceeded); don't nest repetitions"))
  }

  @Test func `a picture shows the current frame`() async throws {
    var kept: [String] = []
    try await play("press a\nshot one\npress a\nshot two.ansi") { shot, frame in
      kept.append("\(shot.fileName): \(frame.line(0))")
    }
    #expect(kept == ["one.txt: pressed 1", "two.ansi: pressed 2"])
  }

  @Test func `a program that should have ended is reported`() async throws {
    let failure = try await failure("press a\nend")
    #expect(failure == ScriptError(.init(2, in: "test"), "the program has not ended"))
    app.exit = Exit()
    try await play("end")
  }

  @Test func `keys after the program has exited are an error`() async throws {
    app.exit = Exit()
    let failure = try await failure("caption \"bye\"\npress a")
    #expect(
      failure == ScriptError(.init(2, in: "test"), "the program ended before this step"))
  }
}

/// A program that shows the number of pressed keys, and records its events.
@MainActor
final class CountingProgram: Program {
  private(set) var pressed: [Key] = []
  private(set) var events: [InputEvent] = []
  var instants: [Duration] = []
  var clock: TestClock<Duration>?
  var needsRender = true
  var exit: Exit?

  func handle(_ event: InputEvent) {
    needsRender = true
    guard case .key(let key) = event else { return events.append(event) }
    pressed.append(key)
    if let clock { instants.append(clock.uptime) }
  }

  func render(into frame: inout Frame) {
    needsRender = false
    frame.drawAll { [pressed] in _ = $0.write("pressed \(pressed.count)", at: Point(0, 0)) }
  }

  func terminate(_ reason: TerminationReason) async {}
}
