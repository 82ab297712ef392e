import Clients
import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of notes on workouts.
struct NoteTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func note(_ text: String) throws -> WorkoutNote { try #require(WorkoutNote(text)) }

  @Test func `a note is saved with a workout, and read with it everywhere`() throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(
      .sample(reps: 4), note: note("Felt 強い"), by: ann
    ).workout
    #expect(saved.note?.text == "Felt 強い")
    #expect(try stores.workouts.history(of: ann, limit: 2) == [saved])
    #expect(
      try stores.workouts.history(of: ann, challenge: "pushups-2min", limit: 2) == [saved])
    #expect(try stores.workouts.workout(saved.id) == saved)
    #expect(try stores.workouts.best(of: ann, in: "pushups-2min") == saved)
    #expect(try stores.workouts.results(of: ann).values.map(\.last) == [saved])
    let digits = saved.id.uuidString.replacing("-", with: "")
    #expect(try stores.workouts.workouts(idPrefix: digits, limit: 2) == [saved])
  }

  @Test func `a correction changes a note, and an undo restores the old note`() async throws {
    let client = WorkoutsClient.live(
      database: try Database(Connection.open(in: folder.data)), person: ann, now: { .sunday })
    let old = try await client.finish(.sample(reps: 4)).workout
    let noted = try old.copy { $0.note = try note("Slow") }
    try await client.correct(old.id, noted)
    let again = noted.copy { $0.note = nil }
    try await client.correct(noted.id, again)
    #expect(try await client.history(nil, nil, 5) == [again])
    #expect(try await client.undo() == UndoneChange(workout: noted, replaced: again.id))
    #expect(try await client.history(nil, nil, 5) == [noted])
    #expect(try await client.undo() == UndoneChange(workout: old, replaced: noted.id))
    #expect(try await client.history(nil, nil, 5) == [old])
    #expect(try await client.best("pushups-2min") == old)
  }

  @Test(arguments: [
    ("\u{1B}[2J\nx\u{202E}y", "[2J xy"), (String(repeating: "a", count: 9000), nil), ("\u{0}", ""),
  ])
  func `a note from another program is cleaned and truncated`(text: String, expected: String?)
    throws
  {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(.sample(), by: ann)
    try stores.run("UPDATE workouts SET note = ?", .text(text))
    let found = try stores.workouts.history(of: ann, limit: 2).first?.note?.text ?? ""
    #expect(found == expected ?? String(repeating: "a", count: 200))
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}

/// Tests of the figures that a person adds to workouts: in the database, on other machines and in the charts.
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
  func `figures that Ladder did not write are ignored`(text: String) throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(
      .hold(.seconds(90)), figures: figures, by: ann
    ).workout
    try stores.run("UPDATE workouts SET figures = ?", .text(text))
    #expect(try stores.workouts.workout(saved.id)?.figures == WorkoutFigures())
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `the charts have the latest workouts with figures in chronological order`() throws {
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

/// Tests of the provenance of workouts in the database, on leaderboards and on other machines.
struct ProvenanceTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  /// A typed hold that starts at a fraction of a second.
  private var typed: WorkoutDraft {
    var draft = WorkoutDraft.hold(.seconds(90), at: .sunday.addingTimeInterval(0.25))
    draft.log.append(.typed(reps: 0), at: .zero)
    return draft
  }

  @Test func `a workout keeps its provenance`() throws {
    let stores = try Connection.open(in: folder.data)
    let events: [[WorkoutLog.Event]] = [
      [], [.typed(reps: 0)], [.pause, .resume(after: .seconds(9)), .edited], [.imported],
    ]
    for events in events {
      var draft = WorkoutDraft.hold(.seconds(90))
      for event in events { draft.log.append(event, at: .seconds(9)) }
      let provenance = draft.log.provenance
      try stores.unfinished.checkpoint(draft, by: ann)
      #expect(try stores.unfinished.all(of: ann).map(\.log.provenance) == [provenance])
      let file = RescuedWorkout(draft, by: ann, dataFolder: folder.path)
      #expect(RescuedWorkout(bytes: file.bytes) == file)
      let saved = try stores.workouts.finish(draft, by: ann).workout
      #expect(try stores.workouts.workout(saved.id)?.provenance == provenance)
      let copy = try DatabaseRedactor(of: stores).redactedCopy()
      #expect(try copy.workouts.workout(saved.id)?.provenance == provenance)
      let corrected = saved.copy { $0.log.append(.edited, at: .zero) }
      try stores.workouts.correct(saved.id, with: corrected, of: ann, at: .sunday)
      #expect(
        try stores.workouts.history(of: ann, limit: 1).first?.provenance.contains(.edited) == true)
      try stores.workouts.delete(corrected.id, of: ann, at: .sunday)
    }
  }

  @Test func `a leaderboard marks a typed hold`() throws {
    let stores = try Connection.inMemory()
    _ = try stores.workouts.finish(typed, by: ann)
    _ = try stores.workouts.finish(.hold(.seconds(60)), by: .sample("Bob"))
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: .allTime, .after(nil), currentPerson: ann,
      today: DayStart.midnight.day(at: .sunday))
    #expect(page.standings.map(\.provenance) == [.typed, []])
  }

  // MARK: - Other machines

  @Test func `the other machine has the same provenance`() async throws {
    let (server, key) = (TestJournalServer(), JournalKey())
    let (laptop, desktop) = (try TestMachine(), try TestMachine())
    _ = try await laptop.workouts.finish(typed)
    // A timed hold that starts at a whole second.
    _ = try await laptop.workouts.finish(.hold(.seconds(30)))
    for machine in [laptop, desktop] { try await machine.sync(with: server, key: key) }
    let all = try await desktop.workouts.history(nil, nil, 10)
    #expect(all.map(\.provenance) == [.typed, []])
    #expect(try await laptop.workouts.history(nil, nil, 10) == all)
  }
}
