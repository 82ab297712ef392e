import Clients
import Models
import ReducerRuntime
import TerminalUI
import Testing

@testable import Features

extension VirtualApp {
  /// Goes to a row of the settings.
  fileprivate func select(_ field: Settings.Field) {
    press(.home)
    press("j", times: Settings.Field.allCases.firstIndex(of: field)!)
  }
}

/// The settings on the screen, by keys.
@MainActor
struct SettingsScreenTests {
  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the settings`(size: Size) {
    let app = VirtualApp(size: size)
    app.press(",", "j", "j")
    expectGolden(app.screen.golden, "settings-\(size.width)x\(size.height)")
  }

  @Test func `the settings, in plain characters and without colour`() {
    let app = VirtualApp(environment: Environment(theme: .monochrome, glyphs: .ascii))
    app.press(",")
    expectGolden(app.screen.golden, "settings-ascii-80x24")
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the page about Ladder`(size: Size) {
    let app = VirtualApp(size: size)
    app.press(",", "i", "c")
    expectGolden(app.screen.golden, "about-\(size.width)x\(size.height)")
  }

  @Test func `a comma opens them and leaves them, and so do Esc and the tabs`() {
    let app = VirtualApp()
    app.press(",")
    #expect(app.shows("Minimum rep gap"))
    app.press(",")
    #expect(!app.shows("Minimum rep gap"))
    app.press(",", .escape)
    #expect(!app.shows("Minimum rep gap"))
    app.press(",", "1")
    #expect(!app.shows("Minimum rep gap") && app.shows("Push-ups in 2 minutes"))
  }

  @Test func `a workout keeps its keys`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", ",")
    #expect(app.shows("REPS 0"))
    #expect(!app.program.store.isShowingSettings)
  }

  @Test func `characters are ASCII as soon as it is chosen`() {
    let app = VirtualApp()
    app.press("3")
    #expect(app.shows("─"))
    app.press(",")
    app.select(.ascii)
    app.press(.enter, "3")
    #expect(!app.shows("─"))
    #expect(app.shows("---"))
  }

  @Test func `colours change as soon as they are chosen`() {
    let app = VirtualApp()
    app.press(",")
    app.select(.theme)
    app.press(.right)
    #expect(app.screen.frame[0, 23].style.background == .black)
    app.press(.right)
    #expect(app.screen.frame[0, 23].style.background == .brightWhite)
    app.select(.color)
    app.press(.space)
    #expect(app.screen.golden.contains("brightWhite") == false)
  }

  @Test func `a theme that was asked for at the start comes before the chosen one`() {
    var settings = Settings()
    settings.theme = .light
    let asked = Environment(theme: .dark)
    #expect(asked.chosen(by: settings).theme == .light)
    #expect(asked.chosen(by: settings, keepingTheme: true).theme == .dark)
    settings.showsColors = false
    #expect(asked.chosen(by: settings, keepingTheme: true).theme == .monochrome)
  }

  @Test func `workouts are timed as is chosen`() {
    var settings = Settings()
    settings.preparation = 0
    settings.beeps = false
    let app = VirtualApp(settings: LoadedSettings(settings: settings))
    #expect(app.program.store.workouts.options.preparation == 0)
    #expect(!app.program.store.workouts.options.beeps)
    app.press(",", "j", .right)
    #expect(app.program.store.workouts.options.preparation == 1)
  }

  @Test func `what is pasted into the search is searched for, and elsewhere does nothing`() {
    let app = VirtualApp()
    app.screen.send(.paste("q"))
    #expect(app.program.exit == nil)
    app.press("/")
    app.screen.send(.paste("plank q"))
    #expect(app.program.store.workouts.query == "plank q")
    #expect(app.program.exit == nil)
  }

  @Test func `what the terminal cannot show is not shown, whatever is chosen`() {
    var settings = Settings()
    settings.theme = .light
    let app = VirtualApp(
      environment: Environment(theme: .monochrome, glyphs: .ascii),
      settings: LoadedSettings(settings: settings))
    #expect(app.screen.frame[0, 0].style.background == .default)
  }

  @Test func `a name takes every character, and what is pasted`() {
    let app = VirtualApp()
    app.press(",", .enter)
    app.press("q", "1", "?", ",", .space, "j")
    app.screen.send(.paste("Bea"))
    #expect(app.program.exit == nil)
    #expect(app.shows("q1?, jBea_"))
    app.press(.enter)
    #expect(app.program.store.settings.values.name?.text == "q1?, jBea")
  }

  @Test func `a broken line is named at the start, over the first screen`() {
    let app = VirtualApp(
      settings: LoadedSettings(problems: ["/s:3: beeps is \"loud\", and can be on or off"]))
    #expect(app.shows("/s:3: beeps is \"loud\", and can be on or off"))
    app.press(.down)
    #expect(app.program.store.workouts.selection == 0)
    app.press(.escape)
    #expect(!app.shows("/s:3"))
    app.press(.down)
    #expect(app.program.store.workouts.selection == 1)
  }

  @Test func `a change that could not be kept waits with that until a workout is over`() async {
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

  @Test func `the program waits for a change that is being written`() async {
    let clock = TestClock()
    let app = VirtualApp { $0.settings.save = { _ in try await clock.sleep(for: .seconds(1)) } }
    app.press(",", "j", .right, "q")
    #expect(app.program.exit == nil)
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.exit == Exit())
  }
}
