import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the sets of strength sessions, from the log to other machines.
struct StrengthStoreTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  @Test func `a session is a workout with its sets`() throws {
    let stores = try Stores.open(in: folder.data)
    let session = try session("squat w60x5 100x5@9 | pull-up x8 -20x8")
    try stores.strength.finish(session, by: ann)
    try stores.strength.finish(session, by: ann)
    #expect(try stores.strength.sets(of: session.id) == session.sets)
    let workouts = try stores.workouts.history(of: ann, limit: 10)
    #expect(workouts == [session.workout(by: "Ann")])
    #expect(workouts.map(\.reps) == [26])
    #expect(try stores.connection.first("SELECT count(*) FROM bests") { $0.integer(0) } == 0)
    #expect(try stores.strength.exercises(of: ann) == ["pull-up", "squat"])
    #expect(try stores.workouts.unreadableWorkouts(limit: 5) == [])
  }

  @Test func `a workout in the trash has no records until it is restored`() throws {
    let stores = try Stores.open(in: folder.data)
    let session = try session("squat 100x5")
    try stores.strength.finish(session, by: ann)
    try stores.workouts.delete(session.id, of: ann, at: .sunday) { _ in nil }
    #expect(try stores.strength.exercises(of: ann) == [])
    #expect(try stores.strength.history(of: "squat", by: ann).sessions == [])
    #expect(try stores.workouts.undo(of: ann, at: .sunday) { _ in nil } != nil)
    #expect(try stores.strength.history(of: "SQUAT", by: ann).last?.sets.map(\.text) == ["100kgx5"])
    // The workout leaves the trash for good after a month, and its sets with it.
    try stores.workouts.delete(session.id, of: ann, at: .sunday) { _ in nil }
    let other = try self.session("squat 90x5")
    try stores.strength.finish(other, by: ann)
    try stores.workouts.delete(other.id, of: ann, at: .sunday.addingTimeInterval(31 * 86_400)) {
      _ in
      nil
    }
    #expect(try stores.strength.sets(of: session.id) == [])
    #expect(try stores.strength.sets(of: other.id) == other.sets)
  }

  @Test func `a correction keeps the sets, and undoing it too`() throws {
    let stores = try Stores.open(in: folder.data)
    let session = try session("squat 100x5 100x5")
    try stores.strength.finish(session, by: ann)
    let corrected = session.workout(by: "Ann").copy { $0.note = WorkoutNote("slow") }
    try stores.workouts.correct(session.id, with: corrected, of: ann, at: .sunday) { _ in nil }
    #expect(try stores.strength.sets(of: corrected.id) == session.sets)
    #expect(try stores.strength.history(of: "squat", by: ann).last?.sets.count == 2)
    _ = try stores.workouts.undo(of: ann, at: .sunday) { _ in nil }
    #expect(try stores.strength.sets(of: corrected.id) == [])
    #expect(try stores.strength.history(of: "squat", by: ann).last?.sets.count == 2)
  }

  @Test func `the unit of an exercise is that of its last weight`() throws {
    let stores = try Stores.open(in: folder.data)
    #expect(try stores.strength.unit(of: "row", by: ann) == .kilograms)
    try stores.strength.finish(try session("row 100lbx5 x5"), by: ann)
    #expect(try stores.strength.unit(of: "Row", by: ann) == .pounds)
    #expect(try stores.strength.unit(of: "squat", by: ann) == .kilograms)
  }

  @Test func `a copy without personal data has neither exercises nor notes`() throws {
    let stores = try Stores.open(in: folder.data)
    let session = try session("secret-lift 100x5 90x5 | squat x5")
    try stores.strength.finish(session, by: ann)
    try stores.connection.run("UPDATE strength_sets SET entry = entry || ' secret note'")
    let copy = Stores(try DatabaseRedactor(of: stores.connection).redactedCopy())
    let sets = try copy.strength.sets(of: session.id)
    #expect(sets.map(\.exercise) == ["Exercise 1", "Exercise 1", "Exercise 2"])
    #expect(sets.map(\.set.text) == ["100kgx5", "90kgx5", "x5"])
  }

  @Test func `a database of the version before keeps its workouts and can store sets`() throws {
    var stores = try Stores.open(in: folder.data)
    let saved = try stores.workouts.finish(.hold(.seconds(90)), by: ann, scoring: .hold).workout
    try stores.connection.downgrade(to: 14)
    stores.close()
    stores = try Stores.open(in: folder.data)
    #expect(try stores.workouts.history(of: ann, limit: 5) == [saved])
    let session = try session("squat 100x5")
    try stores.strength.finish(session, by: ann)
    #expect(try stores.strength.sets(of: session.id) == session.sets)
    #expect(try stores.workouts.best(of: ann, in: "plank-hold") == saved)
  }

  @Test func `a set that cannot be read is reported as corrupt`() throws {
    let stores = try Stores.open(in: folder.data)
    let session = try session("squat 100x5")
    try stores.strength.finish(session, by: ann)
    let damages: [(SQL, String)] = [
      ("UPDATE strength_sets SET entry = ?", "100"),
      ("UPDATE strength_sets SET entry = '100kgx5', exercise = ?", ""),
      ("UPDATE strength_sets SET exercise = ?", "a\u{1B}b"),
    ]
    for (statement, value) in damages {
      try stores.connection.run(statement, .text(value))
      #expect(throws: DatabaseError.self) { try stores.strength.sets(of: session.id) }
    }
  }

  /// Returns a session from `EXERCISE SET … | EXERCISE SET …`.
  private func session(_ text: String) throws -> StrengthSession {
    var sets: [StrengthSession.Performed] = []
    for part in text.split(separator: " | ") {
      let words = part.split(separator: " ").map(String.init)
      for word in words.dropFirst() {
        let set = try SetEntry(text: word, unit: .kilograms)
        sets.append(try #require(StrengthSession.Performed(words[0], set, at: .sunday)))
      }
    }
    return try #require(
      StrengthSession(
        id: UUID(), startedAt: .sunday, duration: .seconds(1800), sets: sets, provenance: .typed))
  }
}
