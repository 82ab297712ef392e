import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests of the warm-up sets before the first work set, and of the bar that is loaded for them.
@Suite(.checksForLeaks)
@MainActor
struct WarmUpTests {
  private func app(
    _ last: String, bar: String? = nil, exerciseBar: String? = nil, size: Size = Size(80, 24)
  ) throws -> VirtualApp {
    var settings = LoadedSettings()
    settings.settings.unit = .kilograms
    settings.settings.rest = 0
    settings.settings.bar = try bar.map { try Bar(text: $0) }
    let sets = try [SetEntry](text: last, unit: .kilograms)
    let ownBar = try exerciseBar.map { try Bar(text: $0) }
    return VirtualApp(size: size, settings: settings) {
      $0.strength.exercises = { [] }
      $0.strength.history = { name in
        StrengthHistory(
          exercise: name,
          sessions: [.init(workout: UUID(90), day: 20_500, time: .monday, sets: sets)],
          settings: ExerciseSettings(unit: .kilograms, bar: ownBar))
      }
    }
  }

  private func start(_ app: VirtualApp) {
    app.press("W", "s")
    for character in "squat" { app.press(Key(character)) }
    app.press(.enter)
  }

  private func storedSets(in app: VirtualApp) -> [String] {
    app.memory.storage.withLock { storage in
      storage.unfinished.values.flatMap { $0.log.sets.map(\.set.text) }
    }
  }

  @Test func `W offers the warm-up sets one after another, then the work set`() throws {
    let app = try app("100x5")
    start(app)
    #expect(app.shows("> Last time   100x5") && !app.shows("Warm-up"))
    app.press("W")
    #expect(app.shows("> Warm-up     w20x5"))
    for _ in 0..<4 { app.press(.enter) }
    #expect(storedSets(in: app) == ["w20kgx5", "w40kgx5", "w60kgx3", "w80kgx2"])
    #expect(app.shows("> Last time   100x5"))
    app.press(.enter)
    #expect(storedSets(in: app).last == "100kgx5")
    // After a work set there is no warm-up.
    app.press("W")
    #expect(!app.shows("Warm-up"))
  }

  @Test func `a warm-up continues after typed warm-up sets, and W hides it`() throws {
    let app = try app("100x5")
    start(app)
    for character in "w50x5" { app.press(Key(character)) }
    app.press(.enter, "W")
    #expect(app.shows("> Warm-up     w60x3"))
    app.press("W")
    #expect(!app.shows("Warm-up"))
  }

  @Test func `the warm-up leads to the work set of a session that began with another one`() throws {
    let app = try app("w50x5 120x5")
    start(app)
    #expect(app.shows("> Last time   120x5") && !app.shows("w50x5"))
    app.press("W")
    #expect(app.shows("> Warm-up     w22.5x5"))
    app.press(.enter, .enter)
    #expect(storedSets(in: app) == ["w22.5kgx5", "w47.5kgx5"])
  }

  @Test func `a small terminal shows the plates instead of large digits`() throws {
    for size in [Size(60, 16), Size(40, 12)] {
      let app = try app("w60x5 100x5", size: size)
      start(app)
      #expect(app.shows("Plates: 25 + 15 each side") && app.shows("> Last time   100x5"))
    }
  }

  @Test func `the plates are those of the settings, or of the exercise`() throws {
    let app = try app("60x5", bar: "15kg plates 20x2 2.5", size: Size(100, 40))
    start(app)
    #expect(app.shows("20 + 2.5 each side, 15 kg bar"))
    app.press("W")
    #expect(app.shows("> Warm-up     w15x5"))
    let other = try self.app("60x5", bar: "15kg", exerciseBar: "10kg one-side", size: Size(100, 40))
    start(other)
    #expect(other.shows("25 + 25 on one side, 10 kg bar"))
    let machine = try self.app("60x5", exerciseBar: "none", size: Size(100, 40))
    start(machine)
    #expect(!machine.shows("Plates"))
  }
}
