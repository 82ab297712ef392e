import ReducerRuntime
import TerminalUI
import Testing

@testable import Scripting

@MainActor
struct ScriptPlayerTests {
  let clock = TestClock()
  let app = CountingProgram()

  /// Plays on a clock that nobody waits for, and returns the player when it is done.
  func play(_ text: String, by clock: any Clock<Duration>) async throws -> ScriptPlayer<
    CountingProgram
  > {
    let player = ScriptPlayer(
      try Script(parsing: text, file: "test"), file: "test", on: app, clock: clock)
    var screen = Buffer(Size(40, 5))
    player.render(into: &screen)
    player.start()
    await player.finish()
    return player
  }

  @Test func `keys are pressed as often and as far apart as it says`() async throws {
    let clock = ImmediateClock()
    let player = try await play("press a x3 every 250ms\nadvance 1s\npress b", by: clock)
    #expect(app.pressed == ["a", "a", "a", "b"])
    #expect(clock.uptime == .milliseconds(1500))
    #expect(player.exit == Exit())
  }

  @Test func `what is expected is looked for on the screen`() async throws {
    let player = try await play("press a x2\nexpect \"pressed 2\"", by: ImmediateClock())
    #expect(player.failure == nil)
  }

  @Test func `what is expected and does not come ends the script at its line`() async throws {
    let player = try await play(
      "press a\nexpect \"pressed 7\" within 100ms\npress b", by: ImmediateClock())
    let failure = ScriptError(
      file: "test", line: 2, message: "expected \"pressed 7\" on the screen")
    #expect(player.failure == failure)
    #expect(player.exit == Exit(status: 1, message: failure.description))
    #expect(app.pressed == ["a"])
  }

  @Test func `the caption stands under the app`() async throws {
    let player = try await play("caption \"Hello\"", by: ImmediateClock())
    var screen = Buffer(Size(40, 5))
    player.render(into: &screen)
    #expect(screen.lines.first == "pressed 0")
    #expect(screen.lines.last == " Hello                         q leaves")
  }

  @Test(arguments: [Key("q"), .escape, .control("c")])
  func `a watcher who has seen enough leaves`(key: Key) async throws {
    let player = ScriptPlayer(
      try Script(parsing: "advance 10s\npress a", file: "test"), file: "test", on: app,
      clock: clock)
    player.start()
    player.handle(.key(key))
    await player.finish()
    #expect(player.exit == Exit())
    #expect(app.pressed.isEmpty)
  }

  @Test func `other keys of a watcher do not reach the app`() async throws {
    let player = try await play("press a", by: ImmediateClock())
    player.handle(.key("x"))
    #expect(app.pressed == ["a"])
  }
}

/// Shows how many keys were pressed.
@MainActor
final class CountingProgram: Program {
  private(set) var pressed: [Key] = []
  var needsRender = true
  var exit: Exit?

  func handle(_ event: InputEvent) {
    guard case .key(let key) = event else { return }
    pressed.append(key)
    needsRender = true
  }

  func render(into buffer: inout Buffer) {
    needsRender = false
    buffer.draw(Text("pressed \(pressed.count)"))
  }

  func terminate(_ reason: TerminationReason) async {}
}
