import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct MouseTests {
  @Test func `a click outside all targets does nothing`() async {
    for app in [VirtualApp(environment: Environment(taps: TapMap())), VirtualApp()] {
      app.press(.enter, "s", "s")
      await app.advance(by: .seconds(1))
      for y in 3..<22 {
        for x in stride(from: 0, to: 80, by: 7) {
          app.send(.mouse(MouseEvent(.press, at: Point(x, y))))
        }
      }
      #expect(app.shows("REPS 0"))
    }
  }
}
