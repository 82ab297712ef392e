import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the sets of strength sessions in the log, in the database and on other machines.
struct StrengthStoreTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  @Test func `a session is a workout with its sets`() throws {
    let stores = try Connection.open(in: folder.data)
    let session = try session("squat w60x5 100x5@9 | pull-up x8 -20x8")
    _ = try stores.workouts.finish(session, by: ann)
    _ = try stores.workouts.finish(session, by: ann)
    #expect(try stores.strength.sets(of: session.id) == session.log.sets)
    let workouts = try stores.workouts.history(of: ann, limit: 10)
    #expect(workouts == [session.workout(by: "Ann")])
    #expect(workouts.map(\.reps) == [21])
    #expect(try stores.first("SELECT count(*) FROM bests") { $0.integer(0) } == 0)
    #expect(try stores.strength.exercises(of: ann) == ["pull-up", "squat"])
    try stores.workouts.forEach { number, workout in
      #expect(workout != nil, "workout \(number)")
    }
  }

  @Test func `a summary needs only the last session and the first of equal sets`() throws {
    let stores = try Connection.open(in: folder.data)
    let texts = [
      "squat w60x5 100x5 100x5 | pull-up x8", "squat 100x5 110x3",
      "Squats 110x3 90x12 | pull-up x8",
      "squat 100x5 80x5 | pull-up x5", "squat 80x5",
    ]
    for (index, text) in texts.enumerated() {
      let start = Date.sunday.addingTimeInterval(Double(index) * 86_400)
      let saved = try stores.workouts.finish(.strength(text, at: start), by: ann).workout
      if index == 4 { try stores.workouts.delete(saved.id, of: ann, at: .sunday) }
    }
    _ = try stores.strength.rename("pull-up", to: "chin-up", by: ann)
    let whole = try stores.strength.exercises(of: ann).compactMap {
      StrengthExercise(try stores.strength.history(of: $0, by: ann))
    }
    let summaries = try stores.strength.summaries(of: ann)
    #expect(Set(summaries) == Set(whole) && summaries.count == 2)
  }

  @Test func `an unfinished session has the end of the rest in which its program was killed`()
    throws
  {
    let stores = try Connection.open(in: folder.data)
    let session = try WorkoutDraft.strength("squat 100x5")
    let killed = ProcessIdentity(text: "killed")
    let end = Date.sunday.addingTimeInterval(90)
    try stores.unfinished.checkpoint(session, by: ann, owner: killed)
    try stores.rests.save(StoredRest(challenge: .strength, end: end), of: ann, owner: killed)
    #expect(try stores.unfinished.all(of: ann).map(\.restEnd) == [end])
    // The rest of another program, or after a counted workout, belongs to another workout.
    try stores.rests.save(StoredRest(challenge: "plank", end: end), of: ann, owner: killed)
    #expect(try stores.unfinished.all(of: ann).map(\.restEnd) == [nil])
    try stores.rests.save(StoredRest(challenge: .strength, end: end), of: ann)
    #expect(try stores.unfinished.all(of: ann).map(\.restEnd) == [nil])
  }

  @Test func `an unfinished session has the sets of its last checkpoint`() throws {
    let stores = try Connection.open(in: folder.data)
    let plan = "2x(squat 5 @ 100kg, row 8 @ 60kg, rest 2:00)"
    var session = try WorkoutDraft.strength("squat 100x5 | row 60x8", plan: plan)
    session.duration = .seconds(60)
    let whole = session
    try stores.unfinished.checkpoint(session, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [session])
    #expect(try stores.strength.exercises(of: ann) == [])
    // Undoing the last set can make the session shorter.
    session.log.append(.undoSet, at: .seconds(9))
    session.duration -= .seconds(1)
    try stores.unfinished.checkpoint(session, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [session])
    // An earlier draft that arrives late changes nothing, even if it is longer.
    var late = whole
    late.duration += .seconds(60)
    try stores.unfinished.checkpoint(late, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [session])
    try stores.unfinished.discard(session.id)
    #expect(try stores.unfinished.all(of: ann) == [])
  }

  @Test func `a copy without personal data has no plan of an unfinished session`() throws {
    let stores = try Connection.open(in: folder.data)
    let session = try WorkoutDraft.strength("secret-lift 100x5", plan: "secret-lift 5 @ 100kg")
    try stores.unfinished.checkpoint(session, by: ann)
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    let unfinished = try copy.all("SELECT purpose FROM unfinished") { $0.isNull(0) }
    #expect(unfinished == [true])
  }

  @Test func `the reps of a session that was entered in one step are counted`() throws {
    let stores = try Connection.open(in: folder.data)
    var session = try session("squat 100x5 100x5 100x5")
    session.duration = .zero
    let saved = try stores.workouts.finish(session, by: ann)
    #expect(saved.score == nil && saved.impossibilityReason == nil)
    #expect(try stores.first("SELECT reps FROM workouts") { $0.integer(0) } == 15)
  }

  @Test func `a workout in the trash has no records until it is restored`() throws {
    let stores = try Connection.open(in: folder.data)
    let session = try session("squat 100x5")
    _ = try stores.workouts.finish(session, by: ann)
    try stores.workouts.delete(session.id, of: ann, at: .sunday)
    #expect(try stores.strength.exercises(of: ann) == [])
    #expect(try stores.strength.history(of: "squat", by: ann).sessions == [])
    #expect(try stores.workouts.undo(of: ann, at: .sunday) != nil)
    #expect(try stores.strength.history(of: "SQUAT", by: ann).last?.sets.map(\.text) == ["100kgx5"])
    // After a month in the trash, the workout is deleted with its sets.
    try stores.workouts.delete(session.id, of: ann, at: .sunday)
    let other = try self.session("squat 90x5")
    _ = try stores.workouts.finish(other, by: ann)
    try stores.workouts.delete(other.id, of: ann, at: .sunday.addingTimeInterval(31 * 86_400))
    #expect(try stores.strength.sets(of: session.id) == [])
    #expect(try stores.strength.sets(of: other.id) == other.log.sets)
  }

  @Test func `a correction and its undo keep the sets`() throws {
    let stores = try Connection.open(in: folder.data)
    let session = try session("squat 100x5 100x5")
    _ = try stores.workouts.finish(session, by: ann)
    let corrected = session.workout(by: "Ann").copy { $0.note = WorkoutNote("slow") }
    try stores.workouts.correct(session.id, with: corrected, of: ann, at: .sunday)
    #expect(try stores.strength.sets(of: corrected.id) == session.log.sets)
    #expect(try stores.strength.history(of: "squat", by: ann).last?.sets.count == 2)
    _ = try stores.workouts.undo(of: ann, at: .sunday)
    #expect(try stores.strength.sets(of: corrected.id) == [])
    #expect(try stores.strength.history(of: "squat", by: ann).last?.sets.count == 2)
  }

  @Test func `an exercise has the unit of its first weight until the unit is changed`() throws {
    let stores = try Connection.open(in: folder.data)
    func unit(_ exercise: String) throws -> Weight.Unit? {
      try stores.strength.settings(of: exercise, by: ann).unit
    }
    #expect(try unit("row") == nil)
    let first = try session("row x5 100lbx5 60kgx5")
    _ = try stores.workouts.finish(first, by: ann)
    #expect(try unit("Row") == .pounds)
    #expect(try unit("squat") == nil)
    // A set in another unit doesn't change the unit, even if it is earlier, nor does deleting the first session.
    var earlier = try session("row 60kgx5")
    earlier.startedAt -= 86_400
    _ = try stores.workouts.finish(earlier, by: ann)
    try stores.workouts.delete(first.id, of: ann, at: .sunday)
    #expect(try unit("row") == .pounds)
    #expect(try stores.strength.history(of: "row", by: ann).unit == .pounds)
    // A corrected session can have a new exercise.
    let corrected = try earlier.workout(by: "Ann").copy {
      $0.log = try $0.log.corrected(to: $0.sets + session("dip +10lbx5").log.sets)!
    }
    try stores.workouts.correct(earlier.id, with: corrected, of: ann, at: .sunday)
    #expect(try unit("dip") == .pounds)
    try stores.strength.save(ExerciseSettings(unit: .kilograms), for: "row", by: ann)
    _ = try stores.workouts.finish(try session("row 100lbx5"), by: ann)
    #expect(try unit("row") == .kilograms)
  }

  @Test func `a copy without personal data has neither exercises nor notes`() throws {
    let stores = try Connection.open(in: folder.data)
    let noted = try SetEntry(text: "90x5 secret note", unit: .kilograms)
    let session = try session("secret-lift 100x5 90x5 | squat x5").copy {
      $0.append(.set("squat", noted), at: .zero)
    }
    _ = try stores.workouts.finish(session, by: ann)
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    let sets = try copy.strength.sets(of: session.id)
    #expect(sets.map(\.exercise) == ["Exercise 1", "Exercise 1", "Exercise 2", "Exercise 2"])
    #expect(sets.map(\.set.text) == ["100kgx5", "90kgx5", "x5", "90kgx5"])
  }

  @Test func `the history has the sessions of an exercise regardless of case`() throws {
    let stores = try Connection.open(in: folder.data)
    let first = try session("squat w60x5 100x5 | row 60x8")
    let second = try session("Squat 225lbx5", days: 7)
    _ = try stores.workouts.finish(second, by: ann)
    _ = try stores.workouts.finish(first, by: ann)
    _ = try stores.workouts.finish(try session("squat 200x5"), by: .sample("Bob"))
    let history = try stores.strength.history(of: "SQUAT", by: ann)
    #expect(history.sessions.map(\.workout) == [first.id, second.id])
    #expect(
      history.sessions.map(\.day) == [
        DayStart.midnight.day(at: .sunday), DayStart.midnight.day(at: .sunday) + 7,
      ])
    #expect(history.sessions.map { $0.sets.map(\.text) } == [["w60kgx5", "100kgx5"], ["225lbx5"]])
    #expect(history.unit == .pounds)
    #expect(history.rule == nil)
    let unknown = try stores.strength.history(of: "dip", by: ann)
    #expect(unknown.sessions == [] && unknown.unit == .kilograms)
  }

  @Test func `sets of an unfinished session are in no history`() throws {
    let stores = try Connection.open(in: folder.data)
    try stores.unfinished.checkpoint(try session("squat 100x5"), by: ann)
    #expect(try stores.strength.history(of: "squat", by: ann).sessions == [])
    #expect(try stores.strength.summaries(of: ann) == [])
  }

  @Test func `the exercises are sorted by the time of their last session`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(try session("squat 100x5 | row 60x8"), by: ann)
    _ = try stores.workouts.finish(try session("dip x12 x10", days: 2), by: ann)
    _ = try stores.workouts.finish(try session("row 50x8 w20x5", days: 3), by: ann)
    let exercises = try stores.strength.summaries(of: ann)
    #expect(exercises.map(\.name) == ["row", "dip", "squat"])
    #expect(exercises.map(\.last.sets.first?.text) == ["50kgx8", "x12", "100kgx5"])
    #expect(exercises.map(\.bestEstimate?.source.set.text) == ["60kgx8", nil, "100kgx5"])
    #expect(exercises.map(\.mostReps?.set.reps) == [8, 12, 5])
  }

  @Test func `a rule is stored for the exercise and the person`() throws {
    let stores = try Connection.open(in: folder.data)
    let (linear, double) = (
      try ProgressionRule(text: "linear 5x5 +2.5"), try ProgressionRule(text: "double 3x8-12 +2.5")
    )
    try stores.strength.save(ExerciseSettings(rule: linear), for: "squat", by: ann)
    try stores.strength.save(ExerciseSettings(rule: double), for: "squat", by: .sample("Bob"))
    #expect(try stores.strength.settings(of: "Squat", by: ann).rule == linear)
    #expect(try stores.strength.settings(of: "row", by: ann).rule == nil)
    try stores.strength.save(ExerciseSettings(rule: double), for: "SQUAT", by: ann)
    #expect(try stores.strength.history(of: "squat", by: ann).rule == double)
    try stores.strength.save(ExerciseSettings(), for: "squat", by: ann)
    #expect(try stores.strength.settings(of: "squat", by: ann).rule == nil)
    #expect(try stores.strength.settings(of: "squat", by: .sample("Bob")).rule == double)
  }

  @Test func `a note belongs to an exercise, and an exercise without settings has no row`() throws {
    let stores = try Connection.open(in: folder.data)
    let note = try #require(WorkoutNote("seat at 4"))
    try stores.strength.save(ExerciseSettings(note: note), for: "leg press", by: ann)
    #expect(try stores.strength.history(of: "Leg Press", by: ann).settings.note == note)
    let other = try #require(WorkoutNote("seat at 5"))
    try stores.strength.save(ExerciseSettings(note: other), for: "LEG PRESS", by: ann)
    #expect(try stores.strength.settings(of: "leg press", by: ann).note == other)
    #expect(try stores.strength.exercisesWithUnreadableRules() == [])
    // A note that another program wrote is cleaned like a typed note.
    try stores.run(
      "UPDATE exercise_settings SET note = ?", .text("a\u{1B}[31mb\u{202E}\n"))
    let cleaned = try stores.strength.settings(of: "leg press", by: ann).note
    #expect(
      cleaned == WorkoutNote("a\u{1B}[31mb\u{202E}\n") && cleaned?.text.contains("\u{1B}") == false)
    try stores.strength.save(ExerciseSettings(), for: "leg press", by: ann)
    let count = try stores.first("SELECT count(*) FROM exercise_settings") {
      $0.integer(0)
    }
    #expect(count == 0)
  }

  @Test(arguments: ["", "linear", "wave 5x5", "linear 0x5 +2.5", "linear 5x5 +2.5\u{1B}[31m"])
  func `a rule that cannot be read is ignored and reported`(text: String) throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(try session("squat 100x5"), by: ann)
    try stores.strength.save(
      ExerciseSettings(rule: try ProgressionRule(text: "linear 5x5 +2.5")), for: "squat", by: ann)
    try stores.run("UPDATE exercise_settings SET rule = ?", .text(text))
    #expect(try stores.strength.history(of: "squat", by: ann).suggestion == nil)
    #expect(try stores.strength.exercisesWithUnreadableRules() == ["squat"])
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    #expect(try copy.strength.exercisesWithUnreadableRules() == [])
    stores.close()
    let findings = Doctor(folder: folder.data, settingsFile: nil, now: .sunday).findings()
    #expect(
      findings.map(\.problem).contains {
        $0.hasSuffix("the progression rule of squat cannot be read")
      })
    #expect(findings.allSatisfy { !$0.isRepairable })
  }

  @Test func `a copy without personal data keeps a rule with its exercise`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(
      try session("secret-lift 100x5 | squat x5"), by: ann)
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try stores.strength.save(ExerciseSettings(rule: rule), for: "Squat", by: ann)
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    let person = PersonName.sample("Person 1")
    #expect(try copy.strength.history(of: "Exercise 2", by: person).rule == rule)
    #expect(try copy.strength.history(of: "Exercise 1", by: person).rule == nil)
  }

  @Test func `the client reads the sessions of its person and saves rules`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = StrengthClient.live(database: database, person: ann)
    #expect(try await client.exercises() == [])
    let session = try session("squat 100x5")
    try await database.run {
      _ = try $0.workouts.finish(session, by: .sample("Ann"))
    }
    let rule = try ProgressionRule(text: "linear 1x5 +2.5")
    try await client.saveSettings(ExerciseSettings(rule: rule), "squat")
    #expect(try await client.exercises().map(\.rule) == [rule])
    #expect(try await client.history("squat").suggestion?.planText == "1x5 @ 102.5kg")
  }

  @Test func `all spellings of a name are one exercise`() throws {
    let stores = try Connection.open(in: folder.data)
    for (days, text) in ["pull-up x5", "Pull Ups +10lbx5", "pullup x8 | PULL-UPS x3"].enumerated() {
      _ = try stores.workouts.finish(try session(text, days: days), by: ann)
    }
    #expect(try stores.strength.exercises(of: ann) == ["pull-up"])
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try stores.strength.save(ExerciseSettings(rule: rule), for: "Pullups", by: ann)
    let history = try stores.strength.history(of: "PULL UP", by: ann)
    #expect(history.exercise == "pull-up")
    #expect(history.sessions.map { $0.sets.map(\.text) } == [["x5"], ["+10lbx5"], ["x8", "x3"]])
    #expect(history.unit == .pounds && history.rule == rule)
    #expect(
      try stores.strength.otherNames(of: "pullup", by: ann) == ["PULL-UPS", "Pull Ups", "pullup"])
    // An accent makes no difference.
    _ = try stores.workouts.finish(try session("Élévation x5 | elevations x4"), by: ann)
    #expect(try stores.strength.history(of: "ELEVATION", by: ann).sessions.map(\.sets.count) == [2])
  }

  @Test func `a rename to an existing name merges exercises, and an undo separates them`() throws {
    let stores = try Connection.open(in: folder.data)
    let first = try session("chin-up x5 | squat 100x5")
    _ = try stores.workouts.finish(first, by: ann)
    _ = try stores.workouts.finish(try session("Pull-up x8", days: 1), by: ann)
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    let note = try #require(WorkoutNote("wide grip"))
    try stores.strength.save(ExerciseSettings(rule: rule), for: "chin-up", by: ann)
    try stores.strength.save(ExerciseSettings(note: note), for: "pull-up", by: ann)

    #expect(try stores.strength.rename("Chin Ups", to: "pullups", by: ann) == "Pull-up")
    #expect(try stores.strength.exercises(of: ann) == ["Pull-up", "squat"])
    for name in ["chin-up", "pull-up"] {
      let history = try stores.strength.history(of: name, by: ann)
      #expect(history.exercise == "Pull-up")
      #expect(history.sessions.map { $0.sets.map(\.text) } == [["x5"], ["x8"]])
      #expect(history.settings == ExerciseSettings(rule: rule, note: note))
    }
    #expect(try stores.strength.sets(of: first.id).map(\.exercise) == ["Pull-up", "squat"])
    #expect(try stores.strength.rename("dip", to: "pull-up", by: ann) == nil)

    // A correction doesn't change which exercise the sets belong to.
    let corrected = first.workout(by: "Ann").copy {
      $0.log = $0.log.corrected(to: (try? stores.strength.sets(of: first.id)) ?? [])!
      $0.note = WorkoutNote("slow")
    }
    try stores.workouts.correct(first.id, with: corrected, of: ann, at: .sunday)
    #expect(try stores.strength.sets(of: corrected.id).map(\.exercise) == ["Pull-up", "squat"])

    #expect(try stores.strength.undoRenaming(of: "chin-up", by: ann))
    #expect(try stores.strength.exercises(of: ann) == ["chin-up", "Pull-up", "squat"])
    #expect(
      try stores.strength.history(of: "chin-up", by: ann).settings == ExerciseSettings(rule: rule))
    #expect(
      try stores.strength.history(of: "pull-up", by: ann).settings == ExerciseSettings(note: note))
    #expect(try stores.strength.history(of: "pull-up", by: ann).sessions.count == 1)
    #expect(try !stores.strength.undoRenaming(of: "chin-up", by: ann))
  }

  @Test func `an exercise is renamed, renamed again, and renamed back`() throws {
    let stores = try Connection.open(in: folder.data)
    let strength = stores.strength
    _ = try stores.workouts.finish(try session("sqaut 100x5"), by: ann)
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try strength.save(ExerciseSettings(rule: rule), for: "sqaut", by: ann)
    #expect(try strength.rename("sqaut", to: "squat", by: ann) == "squat")
    #expect(try strength.history(of: "squat", by: ann).rule == rule)
    // Only the spelling changes.
    #expect(try strength.rename("squat", to: "Squats", by: ann) == "Squats")
    #expect(try strength.exercises(of: ann) == ["Squats"])
    #expect(try strength.rename("squats", to: "knee bend", by: ann) == "knee bend")
    #expect(try strength.history(of: "sqaut", by: ann).exercise == "knee bend")
    #expect(try strength.rename("knee bend", to: "sqaut", by: ann) == "sqaut")
    #expect(try strength.exercises(of: ann) == ["sqaut"])
    for name in ["sqaut", "knee bends", "Sqaut"] {
      #expect(try strength.history(of: name, by: ann).sessions.count == 1)
      #expect(try strength.history(of: name, by: ann).exercise == "sqaut")
    }
    // A rule is removed for all names.
    try strength.save(ExerciseSettings(), for: "knee bend", by: ann)
    #expect(try strength.history(of: "sqaut", by: ann).rule == nil)
  }

  @Test func `a set that cannot be read is reported as corrupt`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(try session("squat 100x5"), by: ann)
    try stores.run("UPDATE strength_sets SET entry = '100'")
    #expect(throws: DatabaseError.self) { try stores.strength.history(of: "squat", by: ann) }
  }

  /// Returns a session from `EXERCISE SET … | EXERCISE SET …`.
  ///
  /// - Parameter days: The number of days after the Sunday of the other sessions.
  private func session(_ text: String, days: Int = 0) throws -> WorkoutDraft {
    try .strength(
      text, at: .sunday.addingTimeInterval(Double(days) * 86_400), isTyped: true)
  }
}
