import TerminalUI

/// A program for the plain host that shows the size that it began with. The line `q` quits.
@MainActor
final class PlainProbe: PlainProgram {
  let needsRender = false
  let isLoading = false
  private(set) var exit: Exit?
  private var size = Size(0, 0)

  func begin(in size: Size) { self.size = size }

  func handle(_ event: InputEvent) {}

  func execute(_ line: String) -> String? {
    if line == "q" { exit = Exit() }
    return nil
  }

  func render(into frame: inout Frame) {
    frame.drawAll { $0.draw(Text("size=\(size.width)x\(size.height)")) }
  }

  func terminate(_ reason: TerminationReason) async {}
}
