import Models
import ReducerRuntime
import Scripting
import TerminalUI
import Testing

@testable import Features

@MainActor
struct DemoTests {
  /// The script that ships, on the whole app: what it expects must come.
  @Test(arguments: [Size(80, 24), Size(20, 6)])
  func `the demo plays to its end`(size: Size) async throws {
    let app = VirtualApp(size: size)
    let player = ScriptPlayer(
      try Script.demo(), file: Script.demoFile, on: app.program, clock: app.clock)
    player.start()
    let start = app.clock.now
    while player.exit == nil, start.duration(to: app.clock.now) < .seconds(40) {
      await app.advance(by: .milliseconds(10))
    }
    #expect(player.exit == Exit())
    #expect(player.failure == nil)
    #expect(app.memory.kept.withLock { $0.finished.map(\.reps) } == [11])
  }
}
