import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct ThemeScreenTests {
  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `a theme's background fills the screen`(name: Theme.Name) async {
    let theme = Theme(name)
    let app = VirtualApp(environment: Environment(theme: theme))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(1))
    app.press(.escape)
    for y in 0..<24 {
      for x in 0..<80 {
        #expect(app.frame[x, y].style.background != .default, "column \(x), row \(y)")
      }
    }
  }

  @Test func `every theme shows the same text`() {
    let texts = (Theme.Name.allCases.map { Theme($0) } + [.monochrome]).map { theme in
      let app = VirtualApp(environment: Environment(theme: theme))
      app.press(.enter, "s", "s", .escape)
      return app.text
    }
    #expect(Set(texts).count == 1)
  }
}
