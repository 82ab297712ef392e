import Testing

@testable import TerminalUI

@MainActor
@Suite struct TestBackendTests {
  final class Counter: Program {
    var reps = 0
    var needsRender = true
    var exit: Exit?

    func handle(_ event: InputEvent) {
      switch event {
      case .key(.space):
        reps += 1
        needsRender = true
      case .key("q"): exit = Exit()
      default: break
      }
    }

    func render(into frame: inout Frame) {
      frame.drawAll { $0.draw(Text("REPS \(reps)").bold()) }
      needsRender = false
    }

    func terminate(_ reason: TerminationReason) async {}
  }

  @Test func keysUpdateTheFrame() {
    let backend = TestBackend(Counter(), size: Size(8, 1))
    #expect(backend.text == "REPS 0")
    backend.press(.space, .space)
    #expect(backend.golden == "REPS 2\n\n--- styles\nrow 0, columns 0-5: bold\n")
    #expect(backend.frameCount == 3)
  }

  @Test func anUnchangedProgramRendersNoFrame() {
    let backend = TestBackend(Counter())
    backend.press("x", "y")
    #expect(backend.frameCount == 1)
    backend.type("q")
    #expect(backend.program.exit == Exit(status: 0))
  }

  @Test func aResizeRendersAtTheNewSize() {
    let backend = TestBackend(Counter())
    backend.resize(to: Size(4, 2))
    #expect(backend.lines == ["REP…", ""])
  }
}
