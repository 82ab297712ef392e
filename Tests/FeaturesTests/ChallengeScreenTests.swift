import Models
import TerminalUI
import Testing

@testable import Features

/// A challenge's screen in every room: the text, the film and the chart.
@MainActor
struct ChallengeScreenTests {
  /// Half a year of push-ups, slowly getting better, with a best that was not the last.
  private func app(
    _ size: Size, environment: Environment = Environment()
  ) -> VirtualApp {
    let app = VirtualApp(size: size, environment: environment)
    app.memory.kept.withLock { kept in
      kept.finished = (0..<30).map { index in
        let reps = 20 + index + (index * 7) % 11 + (index == 24 ? 14 : 0)
        return .sample(
          index, at: .monday.addingTimeInterval(Double(index - 30) * 6 * 86_400),
          reps: (1...UInt32(reps)).map { $0 * 1000 }, duration: .seconds(120))
      }
    }
    app.press(.enter)
    return app
  }

  @Test(arguments: [
    Size(200, 60), Size(100, 30), Size(80, 24), Size(60, 20), Size(40, 12),
  ])
  func `a challenge that was done often`(size: Size) {
    expectGolden(app(size).screen.golden, "progress-\(size.width)x\(size.height)")
  }

  @Test func `a challenge that was done often, in plain characters`() {
    let app = app(Size(80, 24), environment: Environment(theme: .monochrome, glyphs: .ascii))
    expectGolden(app.screen.golden, "progress-ascii-80x24")
  }

  @Test(arguments: [Size(60, 20), Size(40, 12)])
  func `on a small screen the film has the place of the text`(size: Size) async {
    let app = app(size)
    app.press("v")
    await app.advance(by: .milliseconds(350))
    expectGolden(app.screen.golden, "film-\(size.width)x\(size.height)")
    app.press("v")
    #expect(app.shows("Participants"))
  }
}
