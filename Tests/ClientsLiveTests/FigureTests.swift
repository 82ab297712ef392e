import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the figures that a person adds to workouts, from the database to other machines and the charts.
struct FigureTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  private let figures = WorkoutFigures(text: "rpe8.5 82.50kg 500m 120kcal")

  @Test func `a workout keeps its figures, and a redacted copy has none`() throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(
      .hold(.seconds(90)), figures: figures, by: ann
    ).workout
    #expect(saved.figures == figures)
    #expect(try stores.workouts.workout(saved.id) == saved)
    let corrected = saved.copy { $0.figures.effort = Effort("9") }
    try stores.workouts.correct(saved.id, with: corrected, of: ann, at: .sunday)
    #expect(try stores.workouts.history(of: ann, limit: 2) == [corrected])
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    #expect(try copy.workouts.workout(saved.id) == nil)
    #expect(try copy.workouts.workout(corrected.id)?.figures.isEmpty == true)
  }

  @Test(arguments: ["82.5kg; DROP", "rpe99 -5km", "x", ""])
  func `a text that Ladder did not write has no figures`(text: String) throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(
      .hold(.seconds(90)), figures: figures, by: ann
    ).workout
    try stores.run("UPDATE workouts SET figures = ?", .text(text))
    #expect(try stores.workouts.workout(saved.id)?.figures == WorkoutFigures())
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `the charts have the latest workouts with figures, earliest first`() throws {
    let stores = try Connection.inMemory()
    for day in 0..<205 {
      var draft = WorkoutDraft.hold(.seconds(90))
      draft.startedAt = .sunday.addingTimeInterval(Double(day - 300) * 86_400)
      let figures = day % 5 == 0 ? WorkoutFigures() : WorkoutFigures(text: "\(day + 20)kg")
      _ = try stores.workouts.finish(draft, figures: figures, by: ann)
    }
    let summary = try stores.statistics.summary(of: ann, at: .sunday, SummaryRequest())
    #expect(summary.figures.count == 164)
    #expect(summary.figures.first?.figures.text == "21kg")
    #expect(summary.figures.last?.figures.text == "224kg")
    let first = try #require(try stores.workouts.history(of: ann, limit: 1).first)
    try stores.workouts.delete(first.id, of: ann, at: .sunday)
    let next = try stores.statistics.summary(of: ann, at: .sunday, SummaryRequest())
    #expect(next.figures.last?.figures.text == "223kg")
  }

  @Test func `the other machine has the same figures`() async throws {
    let (server, key) = (TestJournalServer(), JournalKey())
    let (laptop, desktop) = (try TestMachine(), try TestMachine())
    let saved = try await laptop.workouts.finish(.hold(.seconds(90))).workout
    let noted = saved.copy { $0.figures = figures }
    try await laptop.workouts.correct(saved.id, noted)
    for machine in [laptop, desktop] { try await machine.sync(with: server, key: key) }
    #expect(try await desktop.workouts.history(nil, nil, 10).map(\.figures) == [figures])
  }
}
