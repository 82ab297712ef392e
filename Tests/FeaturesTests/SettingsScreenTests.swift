import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests of the settings on the screen.
@Suite(.checksForLeaks)
@MainActor
struct SettingsScreenTests {
  @Test func `a theme from the command line overrides the one in the settings`() {
    var settings = Settings()
    settings.theme = .light
    let environment = Environment(theme: .dark)
    #expect(environment.applying(settings).theme == .light)
    #expect(environment.applying(settings, keepingTheme: true).theme == .dark)
    settings.showsColors = false
    #expect(environment.applying(settings, keepingTheme: true).theme == .monochrome)
  }

  @Test func `workouts use the chosen settings`() {
    var settings = Settings()
    settings.preparation = 0
    settings.usesBell = false
    let app = VirtualApp(settings: LoadedSettings(settings: settings))
    app.press(.enter)
    let options = app.program.store.workouts.detail?.options
    #expect(options?.preparation == 0 && options?.shouldBeep == false)
    app.press(",", "j", .right)
    #expect(app.program.store.workouts.detail?.options.preparation == 1)
  }

  @Test func `a theme does not add colors that the terminal lacks`() {
    var settings = Settings()
    settings.theme = .light
    let app = VirtualApp(
      environment: Environment(theme: .monochrome, glyphs: .ascii),
      settings: LoadedSettings(settings: settings))
    #expect(app.frame[0, 0].style.background == .default)
  }

  @Test func `a failure to save a change is shown after the workout`() async {
    let clock = TestClock()
    let app = VirtualApp {
      $0.settings.save = { _ in
        try await clock.sleep(for: .seconds(1))
        throw SampleError()
      }
    }
    app.press(",", "j", .right, .escape, .enter, "s")
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.shows("Get ready") && !app.shows("Something went wrong"))
    app.press("s")
    app.press(.space)
    #expect(app.shows("REPS 1"))
    app.press("s")
    #expect(app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("Saved"))
  }

  @Test func `the program waits until a change is saved before it exits`() async {
    let clock = TestClock()
    let app = VirtualApp {
      $0.settings.save = { settings in
        try await clock.sleep(for: .seconds(1))
        return settings
      }
    }
    app.press(",", "j", .right, "q")
    #expect(app.program.exit == nil)
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.exit == Exit())
  }
}
