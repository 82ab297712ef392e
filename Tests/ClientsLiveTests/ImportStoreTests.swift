import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of imports and their undo.
struct ImportStoreTests {
  private let stores: Connection
  private let ann = PersonName.sample("Ann")

  init() throws { stores = try Connection.inMemory() }

  // MARK: - Samples

  private static let folder = String(
    #filePath[..<#filePath.firstRange(of: "/ClientsLiveTests/")!.lowerBound] + "/Imports")

  private func read(
    _ bytes: [UInt8], map: String? = nil, unit: Weight.Unit? = .kilograms
  ) throws -> ImportReader {
    var csv = CSVReader(bytes)
    let header = try #require(try csv.next())
    let name = ImportFormat.recognized(by: header) ?? "csv"
    var format = try #require(ImportFormat.all.first { $0.name == name })
    if let map { format = try format.mapping(map) }
    var reader = try ImportReader(
      format, header: header, unit: unit, now: .sunday, utcOffset: { _ in 3600 })
    while let fields = try csv.next() { try reader.read(fields, line: csv.line) }
    reader.finish()
    return reader
  }

  private func sample(_ name: String, map: String? = nil) throws -> ImportReader {
    try read(try #require(readBytes("\(Self.folder)/\(name)")), map: map)
  }

  private func rows(_ text: String) throws -> ImportReader {
    try read(Array("date,exercise,weight,reps,note,workout notes\n\(text)".utf8))
  }

  @discardableResult
  private func add(
    _ reader: ImportReader, chosen: [String: String] = [:]
  ) throws -> ImportStore.Summary {
    let names = try stores.imports.names(of: reader, chosen: chosen, by: ann)
    return try stores.imports.add(
      reader.sessions, names: names, file: "file.csv", format: "csv", by: ann, at: .sunday)
  }

  /// Returns the sets of each workout, followed by its note, from the oldest workout to the newest.
  private func history() throws -> [[String]] {
    try stores.workouts.history(of: ann, limit: 100).reversed().map { workout in
      workout.sets.map { "\($0.exercise) \($0.set.text)" } + [workout.note?.text].compactMap(\.self)
    }
  }

  /// Checks that the sets of a sample are imported once, and that the undo restores all rows.
  private func check(
    _ name: String, map: String? = nil, sets: Int, workouts: Int, refused lines: [Int],
    first: [String]
  ) throws {
    _ = try stores.workouts.finish(.strength("squat 100x5"), by: ann)
    let before = try stores.dump()
    let reader = try sample(name, map: map)
    #expect(reader.refusals.map(\.line) == lines)
    let preview = try stores.imports.preview(reader.sessions, by: ann)
    #expect(try stores.dump() == before)
    let summary = try add(reader)
    #expect(summary.sets == sets && summary.workouts == workouts)
    #expect(preview.sets == sets && preview.workouts == workouts && preview.batch == nil)
    #expect(try history().first == first)
    #expect(try stores.aggregates.incorrectAggregates() == [])
    let imported = try stores.dump()
    #expect(try add(reader).batch == nil)
    #expect(try stores.dump() == imported)
    let batch = try #require(summary.batch)
    let undone = try #require(try stores.imports.undo(batch))
    #expect(undone.changed == 0 && undone.kept == 0)
    #expect(try stores.dump() == before)
  }

  @Test func `a file of Strong is imported and undone`() throws {
    try check(
      "strong.csv", sets: 7, workouts: 3, refused: [15, 16, 17, 18],
      first: [
        "Bench Press (Barbell) w20kgx10",
        "Bench Press (Barbell) 80.0kgx5@8 slow \"eccentric\"; rest 180s",
        "Bench Press (Barbell) 82.50kgx5 RPE 8.25", "Bench Press (Barbell) 60kgx12 drop set",
        "Bench Press (Barbell) 60kgx3@10 failure",
        "Push, heavy; Felt strong; Bench Press (Barbell): Grip one finger wider; Plank 60s; Plank 45s",
      ])
  }

  @Test func `a file of Hevy is imported and undone`() throws {
    try check(
      "hevy.csv", sets: 7, workouts: 3, refused: [15, 16, 17],
      first: [
        "Squat (Barbell) w135lbx5", "Squat (Barbell) 225lbx5@8.5", "Squat (Barbell) 225lbx5@8.5",
        "Curl 25.5lbx12 drop set; superset 0", "Dip x9@10 failure; superset 0",
        "Früh, kurz; zwei Zeilen; Squat (Barbell): Belt",
      ])
  }

  @Test func `a file of FitNotes is imported and undone`() throws {
    try check(
      "fitnotes.csv", sets: 6, workouts: 2, refused: [11, 13, 14],
      first: [
        "Flat Barbell Bench Press 60kgx8", "Flat Barbell Bench Press 60kgx8",
        "flat barbell bench-press 62.50kgx6 café, ça va", "Barbell Row 132.3lbx8",
        "Category Chest; Category Back; Category Cardio; Cycling 10.5km 0:31:05",
      ])
  }

  @Test func `a file of FitNotes on iOS is imported and undone`() throws {
    try check(
      "fitnotes-ios.csv", sets: 2, workouts: 1, refused: [],
      first: ["Leg Press w120kgx10", "Leg Press 300lbx10", "Category Legs"])
  }

  @Test func `a file of LiftLog is imported and undone`() throws {
    // In a zone without summer time, every day has a 02:30.
    try check(
      "liftlog.csv", sets: 10, workouts: 7, refused: [11, 13], first: ["Pull-ups x7 target 8"])
  }

  @Test func `a table is imported and undone`() throws {
    try check(
      "training.csv",
      map: "date=Datum,exercise=Übung,weight=Gewicht,reps=Wdh,body-weight=Körper,note=Notiz",
      sets: 6, workouts: 3, refused: [4, 5, 6, 11, 12, 13, 14],
      first: [
        "Kniebeugen 102.5kgx5 bw82.5kg", "Kniebeugen 105kgx5 bw82.5kg Puls 140; =1+1",
      ])
  }

  // MARK: - Duplicates

  @Test func `a later export adds only new workouts`() throws {
    let first = "2025-01-01,Squat,100,5,,\n2025-01-01,Squat,100,5,,\n"
    #expect(try add(rows(first)).sets == 2)
    let summary = try add(rows(first + "2025-01-01,Squat,100,5,,\n2025-01-02,Squat,100,5,,\n"))
    #expect(summary.sets == 2 && summary.known == 2 && summary.merged == 1)
    #expect(
      try history() == [["Squat 100kgx5"], ["Squat 100kgx5", "Squat 100kgx5"], ["Squat 100kgx5"]]
        || history() == [["Squat 100kgx5", "Squat 100kgx5"], ["Squat 100kgx5"], ["Squat 100kgx5"]])
  }

  @Test func `a session without sets is added once`() throws {
    let reader = try rows("2025-01-01,Plank,50,0,,long\n")
    #expect(try add(reader).workouts == 1)
    #expect(try add(reader).known == 1)
    #expect(try history() == [["long; Plank 50kg"]])
  }

  @Test func `other spellings of deleted and corrected sets are recognized`()
    throws
  {
    let reader = try rows("2025-01-01,Pull Ups,0,5,,\n2025-01-02,Pull Ups,0,6,,\n")
    try add(reader)
    let workouts = try stores.workouts.history(of: ann, limit: 10)
    try stores.workouts.delete(workouts[0].id, of: ann, at: .sunday)
    try stores.workouts.correct(
      workouts[1].id, with: workouts[1].copy { $0.note = WorkoutNote("better") }, of: ann,
      at: .sunday)
    let other = try rows("2025-01-01,pull-up,0,5,,\n2025-01-02,pull-up,0,6,,\n")
    #expect(try add(other).known == 2)
    #expect(try stores.imports.list().map(\.workoutCount) == [2])
  }

  @Test func `an exercise has the name that the person chose, until the undo`() throws {
    _ = try stores.workouts.finish(.strength("bench press 100x5"), by: ann)
    let before = try stores.dump()
    let reader = try rows("2025-01-01,Bankdrücken,80,5,,\n2025-01-01,Squat,80,5,,\n")
    let chosen = ["Bankdrücken": "bench press", "Squat": "Squat"]
    let names = try stores.imports.names(of: reader, chosen: chosen, by: ann)
    #expect(names.map(\.shown) == ["bench press", "Squat"] && names.map(\.isNew) == [false, true])
    let summary = try add(reader, chosen: chosen)
    #expect(try stores.strength.exercises(of: ann) == ["bench press", "Squat"])
    // The chosen name is stored, so the person does not need to choose it again.
    #expect(try add(reader).known == 2)
    let batch = try #require(summary.batch)
    _ = try stores.imports.undo(batch)
    #expect(try stores.dump() == before)
  }

  @Test func `an existing exercise keeps its name`() throws {
    _ = try stores.workouts.finish(.strength("row 60x5"), by: ann)
    let reader = try rows("2025-01-01,Row,80,5,,\n")
    try add(reader, chosen: ["Row": "squat"])
    #expect(try stores.strength.exercises(of: ann) == ["Row"])
  }

  // MARK: - Undo

  @Test func `an undo keeps a corrected workout and its person`() throws {
    let summary = try add(rows("2025-01-01,Squat,100,5,,\n2025-01-02,Squat,100,5,,\n"))
    let workouts = try stores.workouts.history(of: ann, limit: 10)
    try stores.workouts.correct(
      workouts[0].id, with: workouts[0].copy { $0.note = WorkoutNote("typed") }, of: ann,
      at: .sunday)
    try stores.workouts.delete(workouts[1].id, of: ann, at: .sunday)
    let batch = try #require(summary.batch)
    let undone = try stores.imports.undo(batch)
    #expect(undone?.changed == 2 && undone?.kept == 1)
    #expect(try history() == [["Squat 100kgx5", "typed"]])
    #expect(try stores.imports.list() == [])
    #expect(try stores.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
    #expect(try stores.aggregates.incorrectAggregates() == [])
  }

  @Test func `an undo deletes all rows of an import and restores bests`() throws {
    _ = try stores.workouts.finish(.sample(reps: 5), by: ann)
    let before = try stores.dump()
    let number = try stores.imports.begin(file: "a.json", format: "ladder", at: .sunday)
    let bob = try stores.people.findOrCreateRowID(of: .sample("Bob"), import: number)
    let workout = try #require(try stores.workouts.history(of: ann, limit: 1).first).copy {
      $0.log = WorkoutLog(reps: WorkoutDraft.sample(reps: 9).log.reps, duration: .seconds(30))
    }
    for person in [1, bob] {
      _ = try stores.workouts.insert(
        workout.copy(), by: person, import: number)
    }
    try stores.run(
      "INSERT INTO former_names (name, person, import) VALUES ('Rob', ?, ?)", .integer(bob),
      .integer(number))
    try stores.strength.save(
      ExerciseSettings(note: WorkoutNote("low")), newName: nil, for: "squat", by: bob,
      import: number)
    try stores.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current, import)
      VALUES ('own-hop', 'Hop', 'core', 'hold', 0, '', '', 1, ?)
      """, .integer(number))
    try stores.run(
      """
      INSERT INTO plans (id, person, challenge, measure, amount, duration_ms, tested_on, import)
      VALUES (x'00112233445566778899AABBCCDDEEFF', ?, 'own-hop', 'reps', 9, 60000, 20000, ?)
      """, .integer(bob), .integer(number))
    #expect(try stores.imports.list().first?.workoutCount == 2)
    #expect(try stores.imports.undo(number)?.kept == 0)
    #expect(try stores.dump() == before)
    #expect(try stores.imports.undo(number) == nil)
  }

  @Test func `imported data that is used or changed later survives the undo`() throws {
    let number = try stores.imports.begin(file: "a.json", format: "ladder", at: .sunday)
    _ = try stores.people.findOrCreateRowID(of: ann, import: number)
    try stores.strength.save(
      ExerciseSettings(note: WorkoutNote("low")), newName: nil, for: "squat", by: 1, import: number)
    try stores.strength.save(
      ExerciseSettings(note: WorkoutNote("high")),
      replacing: ExerciseSettings(note: WorkoutNote("low")), for: "squat", by: ann)
    _ = try stores.workouts.finish(.sample(reps: 5), by: ann)
    #expect(try stores.imports.undo(number) != nil)
    #expect(try stores.strength.settings(of: "squat", by: ann).note?.text == "high")
    #expect(try stores.workouts.history(of: ann, limit: 2).count == 1)
  }

  @Test func `a failure imports nothing`() throws {
    let before = try stores.dump()
    struct Stop: Error {}
    let reader = try rows("2025-01-01,Squat,100,5,,\n2025-01-02,Squat,100,5,,\n")
    #expect(throws: Stop.self) {
      try stores.write {
        try add(reader)
        throw Stop()
      }
    }
    #expect(try stores.dump() == before)
  }

  @Test func `another process reads during an import, and its writes wait`() throws {
    let folder = TestFolder()
    let importing = try Connection.open(in: folder.data)
    let other = try Connection.open(in: folder.data, busyTimeout: .zero)
    let reader = try rows("2025-01-01,Squat,100,5,,\n")
    var attempts = 0
    _ = try importing.imports.add(
      reader.sessions, names: [], file: "a.csv", format: "csv", by: ann, at: .sunday
    ) { _ in
      attempts += 1
      #expect((try? other.workouts.history(of: ann, limit: 1).count) == 0)
      let error = #expect(throws: DatabaseError.self) {
        try other.unfinished.checkpoint(.sample(), by: ann)
      }
      #expect(error?.reason == .locked)
    }
    #expect(attempts == 1)
    try other.unfinished.checkpoint(.sample(), by: ann)
    #expect(try other.workouts.history(of: ann, limit: 2).count == 1)
  }
}
