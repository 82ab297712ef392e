import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import TimerFeatures

/// Tests of the table of sets, in a strength session and on its page.
@Suite(.checksForLeaks)
@MainActor
struct SetEditingTests {
  private func app(
    size: Size = Size(80, 24), _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> VirtualApp {
    var settings = LoadedSettings()
    settings.settings.unit = .kilograms
    settings.settings.rest = 0
    return VirtualApp(size: size, settings: settings) {
      $0.strength.exercises = { [] }
      prepare(&$0)
    }
  }

  private func type(_ text: String, in app: VirtualApp) {
    for character in text { app.press(Key(character)) }
    app.press(.enter)
  }

  /// Begins a session with an exercise, and enters sets.
  private func startSession(_ sets: String..., in app: VirtualApp) {
    app.press("W", "s")
    type("squat", in: app)
    for set in sets { type(set, in: app) }
  }

  private func storedSets(in app: VirtualApp) -> [String] {
    app.memory.storage.withLock { storage in
      storage.unfinished.values.flatMap { $0.log.sets.map(\.set.text) }
    }
  }

  private func session(_ sets: String..., planned: String? = nil) throws -> Workout {
    let sets = try sets.enumerated().map { index, text in
      try #require(
        PerformedSet(
          "squat", SetEntry(text: text, unit: .kilograms), at: .seconds(100 * index),
          planned: planned))
    }
    return Workout(
      id: UUID(1), challenge: .strength, user: "Ann", startedAt: .monday, utcOffset: 0,
      log: try #require(WorkoutLog(sets: sets, duration: .seconds(300))))
  }

  // MARK: - In a session

  @Test func `a set of the session is corrected in the line for sets`() {
    let app = app()
    startSession("100x5", "105x20", "110x3", in: app)
    app.press(.up, .up, .enter)
    #expect(app.shows("Set 2 of squat 105x20"))
    app.press(.backspace)
    app.press(.enter)
    #expect(storedSets(in: app) == ["100kgx5", "105kgx2", "110kgx3"])
    // Typing begins the next set, even while a set is selected.
    type("120x1", in: app)
    #expect(storedSets(in: app) == ["100kgx5", "105kgx2", "110kgx3", "120kgx1"])
  }

  @Test func `the caption of the digits names the set that is edited`() {
    let app = app()
    startSession("100x5", "105x5", in: app)
    app.press(.up, .up, .enter)
    #expect(app.shows("set 1 of squat") && !app.shows("set 3"))
  }

  @Test func `typing replaces the text of an undone set, and u undoes the previous set`() {
    let app = app()
    startSession("100x5", "105x5", in: app)
    app.press("u")
    #expect(app.shows("105x5") && storedSets(in: app) == ["100kgx5"])
    type("102.5x5", in: app)
    #expect(storedSets(in: app) == ["100kgx5", "102.5kgx5"])
    app.press("u", "u")
    #expect(storedSets(in: app) == [])
    // The undone set can be corrected, too.
    app.press(.backspace)
    type("4", in: app)
    #expect(storedSets(in: app) == ["100kgx4"])
  }

  @Test func `a program asks for the first weight of an exercise, except with body weight`() throws
  {
    func offers(_ text: String) throws -> (sets: [String], request: String?) {
      var plan = try #require(StrengthPlan(try Routine(text: text)))
      plan.needsWeights = true
      let lifting = Lifting(.plan(plan))
      return (lifting.offers.map(\.set.text), lifting.weightRequest)
    }
    let squat = try offers("squat 5x5")
    #expect(squat.sets == [])
    #expect(squat.request == "Planned: 5. Type your first weight, as in 60x5")
    let pullUp = try offers("pull-up 3x8")
    #expect(pullUp.sets == ["x8"] && pullUp.request == nil)
    let press = try offers("bench press 5 @ 60kg")
    #expect(press.sets == ["60kgx5"] && press.request == nil)
  }

  @Test func `a set that is probably mistyped is saved when it is confirmed`() {
    let app = app()
    startSession("100x5", "1000x5", in: app)
    #expect(app.shows("1000 kg is more than twice your heaviest set, 100 kg; save it again"))
    #expect(storedSets(in: app) == ["100kgx5"])
    // Another text is another question.
    app.press(.backspace)
    type("1", in: app)
    #expect(app.shows("save it again") && storedSets(in: app).count == 1)
    app.press(.enter)
    #expect(storedSets(in: app) == ["100kgx5", "1000kgx1"])
    type("2000x1", in: app)
    #expect(!app.shows("save it again") && storedSets(in: app).last == "2000kgx1")
    // A corrected set is checked, too.
    app.press(.up, .enter)
    for _ in 0..<6 { app.press(.backspace) }
    type("4500x1", in: app)
    #expect(app.shows("4500 kg is more than twice") && storedSets(in: app).last == "2000kgx1")
  }

  @Test func `Esc keeps the set, and a text that is not one set is explained`() {
    let app = app()
    startSession("100x5", in: app)
    app.press(.up, .enter)
    app.press(.backspace)
    app.press(.enter)
    #expect(app.shows("column 5"))
    type("5 100x5", in: app)
    #expect(app.shows("these are 2 sets"))
    app.press(.escape)
    #expect(storedSets(in: app) == ["100kgx5"] && !app.shows("these are"))
    // An empty line is not a set.
    app.press(.enter)
    app.press(.backspace, times: 5)
    app.press(.enter)
    #expect(app.shows("type a set") && storedSets(in: app) == ["100kgx5"])
    app.press(.escape, .escape)
    #expect(app.shows("for example 100x5"))
  }

  @Test func `sets are deleted, and each change is undone`() {
    let app = app()
    startSession("100x5", "105x5", in: app)
    app.press(.up, .up, "d")
    #expect(storedSets(in: app) == ["105kgx5"])
    app.press("d")
    #expect(storedSets(in: app) == [] && app.shows("for example 100x5"))
    app.press("u")
    #expect(storedSets(in: app) == ["105kgx5"])
    app.press("u")
    #expect(storedSets(in: app) == ["100kgx5", "105kgx5"])
    app.press("u")
    #expect(storedSets(in: app) == ["100kgx5"] && app.shows("105x5"))
  }

  @Test func `after a deletion the plan continues at the set that is open again`() throws {
    let plan = try #require(StrengthPlan(try Routine(text: "squat 2x5 @ 100kg, row 8 @ 60kg")))
    var lifting = Lifting(.plan(plan))
    for instant in 1...2 {
      _ = lifting.saveSets(at: .seconds(instant), duration: .seconds(instant))
    }
    #expect(lifting.exercise == "row")
    lifting.moveSelection(by: -1)
    #expect(lifting.selectedSet == 1)
    #expect(lifting.deleteSelectedSet(at: .seconds(3), duration: .seconds(2)) == .seconds(2))
    #expect(lifting.exercise == "squat" && lifting.position == 1 && lifting.plannedCount == 1)
    #expect(lifting.undo(at: .seconds(4), duration: .seconds(2)) == .seconds(2))
    #expect(lifting.position == 2 && lifting.plannedCount == 2)
  }

  @Test(arguments: [
    (Size(80, 24), ["Set", "Done", "Last time", "RPE"]),
    (Size(60, 16), ["Set", "Done", "Last time", "RPE"]), (Size(40, 16), ["Done", "RPE"]),
  ])
  func `the table has the columns that fit`(size: Size, titles: [String]) {
    let app = app(size: size) {
      $0.strength.history = { name in .sample(name, ["100x5 100x4"]) }
    }
    startSession("100x5@8", "100x5@9", in: app)
    let line = app.lines.first { $0.contains("RPE") } ?? ""
    #expect(titles.allSatisfy { line.contains($0) }, "\(app.text)")
    #expect(app.shows("100kgx5"))
  }

  // MARK: - On the page

  @Test func `a set is corrected on the page of its workout, and the correction is undone`() throws
  {
    let app = app()
    let workout = try session("100x5", "105x50")
    app.memory.storage.withLock { $0.finished = [workout] }
    app.press("h", .enter, .down, .enter)
    #expect(app.shows("Set 2 of squat 105x50"))
    app.press(.backspace)
    app.press(.enter)
    #expect(app.shows("Corrected"))
    func stored() -> [String] {
      app.memory.storage.withLock { $0.finished.flatMap { $0.sets.map(\.set.text) } }
    }
    #expect(stored() == ["100kgx5", "105kgx5"], "\(app.text)")
    app.press("d")
    #expect(stored() == ["100kgx5"])
    app.press("d")
    #expect(app.shows("This is the only set.") && stored() == ["100kgx5"])
    app.press("u")
    #expect(stored() == ["100kgx5", "105kgx5"])
  }

  @Test func `the page shows the planned sets, also after a correction`() throws {
    let app = app()
    let workout = try session("100x5", "105x50", planned: "5 @ 100kg")
    app.memory.storage.withLock { $0.finished = [workout] }
    app.press("h", .enter, .down, .enter, .backspace, .enter)
    #expect(app.shows("Corrected") && app.shows("Planned"))
    #expect(app.lines.count { $0.contains("5 @ 100kg") } == 2, "\(app.text)")
  }

  @Test func `a planned session stores its planned sets`() throws {
    let plan = try #require(StrengthPlan(try Routine(text: "squat w5 @ 60kg, squat 2x5 @ 100kg")))
    var lifting = Lifting(.plan(plan))
    for instant in 1...2 {
      _ = lifting.saveSets(at: .seconds(instant), duration: .seconds(instant))
    }
    #expect(lifting.sets.map(\.planned) == ["w5 @ 60kg", "5 @ 100kg"])
  }

  @Test func `an invalid set on the page is explained, and Esc keeps the set`() throws {
    let app = app()
    let workout = try session("100x5", "105x5@8 slow")
    app.memory.storage.withLock { $0.finished = [workout] }
    app.press("h", .enter, .down, .enter)
    #expect(app.shows("105x5@8 slow"))
    app.press(.home)
    type("100x5 ", in: app)
    #expect(app.shows("type one set"))
    app.press(.escape)
    #expect(app.memory.storage.withLock { $0.finished } == [workout])
    #expect(!app.shows("type one set"))
  }
}
