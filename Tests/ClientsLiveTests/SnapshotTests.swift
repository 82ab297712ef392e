import Clients
import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the database copy that belongs to a recorded session.
struct SnapshotTests {
  private let folder = TestFolder()
  private var path: String { folder.path + "/session.ladder.db" }

  /// Words from the names of people and challenges, and from notes. A search for them in a copy ignores case.
  private static let texts = [
    "Zebedee", "Quillon", "Oldname", "Rivalina", "Zanzibar", "Yonder", "Whittle", "Attic",
    "Shoulder",
  ]

  /// Returns a database with a row in each table.
  private func filled() throws -> Connection {
    let stores = try Connection.open(in: folder.data)
    let own = try ["Zanzibar lunges", "Yonder hop", "2"].map { name in
      try stores.challenges.add(
        .custom(
          Challenge.ID(customName: name), name: name, kind: .core,
          scoring: .reps(within: .seconds(60)), instructions: ["In the Attic."]))
    }
    try stores.challenges.edit(
      .custom(own[0].id, name: "Whittle lunges", kind: .core, scoring: .hold, instructions: []),
      at: .sunday)
    try stores.challenges.delete(own[1].id, at: .sunday)
    let (quillon, zebedee) = (PersonName.sample("Oldname Quillon"), PersonName.sample("Zebedee"))
    for (more, person) in [quillon, zebedee, .sample("Rivalina")].enumerated() {
      for (number, challenge) in own.enumerated() {
        let draft = WorkoutDraft.sample(challenge.id, reps: 1 + number + more)
        _ = try stores.workouts.finish(
          draft, note: WorkoutNote("Shoulder sore"), by: person)
      }
    }
    for id in own.map(\.id) + ["own-whittled"] {
      try stores.unfinished.checkpoint(.sample(id), by: quillon)
      let test = TestResult(measure: .reps, amount: 9, duration: .seconds(60), day: 20_000)!
      let plan = TrainingPlan(id: UUID(), challenge: id, test: test)
      try stores.plans.start(plan, by: quillon, at: .sunday)
      _ = try stores.plans.recordSet(
        PlannedSet(session: plan.sessions[0], number: 1), of: plan.id, on: 20_001)
    }
    try stores.rests.save(
      StoredRest(challenge: "own-whittled", end: .sunday.addingTimeInterval(90)), of: quillon)
    let session = try WorkoutDraft.strength("Whittle lunges 100x5")
    let set = try SetEntry(text: "100x5 Shoulder sore", unit: .kilograms)
    _ = try stores.workouts.finish(
      session.copy { $0.append(.set("Whittle lunges", set), at: .seconds(9)) }, by: quillon)
    try stores.strength.save(
      ExerciseSettings(
        rule: try ProgressionRule(text: "linear 5x5 +2.5"), note: WorkoutNote("Shoulder sore"),
        muscles: .legs),
      for: "Whittle lunges", by: quillon)
    let group = JoinedGroup.ID(rawValue: "attic")
    try stores.publications.setPublished(true, "own-whittled", in: group)
    try stores.races.link(UUID(), to: UUID(), in: group)
    try stores.publications.record([(UUID(), "own-whittled", "Shoulder sore")], in: group)
    try stores.seenPages.save(
      .init(body: Data("Rivalina".utf8), tag: "attic", seenAt: .sunday), "own-whittled", of: group)
    let journal = stores.journal
    try journal.captureChanges(of: quillon, at: .sunday)
    _ = try journal.startOver(.init(account: "Attic", key: UUID()))
    #expect(try stores.people.rename(quillon, to: .sample("Quillon")) == .renamed)
    try stores.events.record(UsageEvent(feature: "workouts", at: .sunday))
    let batch = try stores.imports.begin(
      file: "Rivalina in Attic.csv", format: "Zanzibar", at: .sunday)
    try stores.run("UPDATE workouts SET import = ? WHERE number = 1", .integer(batch))
    try stores.setDayStart(.latest)
    return stores
  }

  private func names(_ stores: Connection) throws -> [String] {
    try stores.all("SELECT name FROM people ORDER BY id") { $0.text(0) }
  }

  private func found(in path: String) -> [String] {
    let bytes = String(decoding: readBytes(path) ?? [], as: UTF8.self).lowercased()
    return Self.texts.filter { bytes.contains($0.lowercased()) }
  }

  private func isMarked(_ path: String) -> Bool {
    String(decoding: readBytes(path) ?? [], as: UTF8.self).contains("Marked")
  }

  @Test func `a redacted copy contains no name of a person or challenge`() throws {
    let stores = try filled()
    #expect(try stores.emptyTables() == [])
    let name = try stores.snapshots.write(to: path, isRedacted: true, person: .sample("Zebedee"))
    #expect(name == .sample("Person 2"))
    #expect(found(in: path).isEmpty)
    #expect(try names(stores) == ["Quillon", "Zebedee", "Rivalina"])
  }

  @Test func `a redacted copy keeps built-in challenges and accepts new workouts`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(.sample(reps: 3), by: .sample("Zebedee"))
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    let person = PersonName.sample("Person 1")
    _ = try copy.workouts.finish(.sample(reps: 5), by: person)
    #expect(
      try copy.all("SELECT challenge FROM workouts") { $0.text(0) }
        == ["pushups-2min", "pushups-2min"])
    #expect(try copy.aggregates.incorrectAggregates() == [])
  }

  /// Writes text to every column of every table, and to tables and columns of other programs.
  @Test func `a redacted copy contains no text of the original`() throws {
    let stores = try filled()
    let own = TestFolder()
    let columns = try stores.all(
      """
      SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'
      """
    ) { (table: $0.text(0), column: $0.text(1)) }
    #expect(columns.count > 15)
    try stores.run("PRAGMA foreign_keys = OFF")
    for (table, column) in columns {
      // A unique value in each row, because some columns must be unique.
      try stores.execute(
        text: """
          UPDATE \(table) SET \(column) = 'Marked \(table) ' || hex(randomblob(8))
          """)
    }
    let whole = own.path + "/whole.db"
    _ = try stores.snapshots.write(to: whole, isRedacted: false, person: .sample("Zebedee"))
    #expect(isMarked(whole))
    try stores.execute(
      """
      CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('Marked note');
      CREATE VIEW looks AS SELECT 'Marked view';
      ALTER TABLE people ADD COLUMN nickname TEXT DEFAULT 'Marked column';
      """)
    _ = try stores.snapshots.write(to: path, isRedacted: true, person: .sample("Zebedee"))
    #expect(!isMarked(path))
    // The copy is readable like any other database.
    _ = try Connection.inMemoryCopy(ofFileAt: path).challenges.custom()
  }

  @Test func `days are in UTC regardless of the original time zone`() throws {
    let stores = try filled()
    try stores.run("UPDATE workouts SET day = day + 1")
    _ = try stores.snapshots.write(to: path, isRedacted: true, person: .sample("Zebedee"))
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    #expect(
      try copy.first("SELECT count(*) FROM workouts WHERE day <> started_at / 86400000") {
        $0.integer(0)
      } == 0)
    #expect(
      try copy.aggregates.incorrectAggregates()
        == [])
  }

  @Test func `process identities and workouts of running processes are omitted`() throws {
    let stores = try filled()
    let before = try stores.first("SELECT count(*) FROM unfinished") { $0.integer(0) }
    let parent = ProcessIdentity(of: getppid())
    try stores.unfinished.checkpoint(.sample(), by: .sample("Zebedee"), owner: parent)
    _ = try stores.snapshots.write(to: path, isRedacted: true, person: .sample("Zebedee"))
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    #expect(
      try copy.first("SELECT count(*) FROM unfinished") { $0.integer(0) } == before)
    #expect(try copy.first("SELECT count(owner) FROM unfinished") { $0.integer(0) } == 0)
  }

  @Test func `all other data is unchanged`() throws {
    _ = try filled().snapshots.write(to: path, isRedacted: true, person: .sample("Oldname Quillon"))
    let copy = try Connection.open(path, as: .ladder)
    let person = PersonName.sample("Person 1")
    #expect(try copy.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
    let own = try copy.challenges.custom()
    #expect(own.current.count == 2 && own.deleted.count == 1)
    let all = Set((own.current + own.deleted).map(\.id))
    #expect(all.allSatisfy { $0.isCustom })
    let done = try copy.workouts.results(of: person)
    #expect(Set(done.keys) == all.union([.strength]))
    let unfinished = try copy.unfinished.all(of: person).map(\.challenge)
    #expect(unfinished.count == 4 && all.isSubset(of: unfinished))
    let plans = try copy.plans.all(of: person)
    #expect(plans.filter { all.contains($0.challenge) }.count == 3)
    #expect(plans.allSatisfy { $0.progress?.sets == 1 && $0.challenge.isCustom })
    #expect(
      try copy.all("SELECT reps FROM bests WHERE week = 0 ORDER BY reps") {
        $0.integer(0)
      } == [
        1, 2, 2, 3, 3, 3, 4, 4, 5,
      ])
  }

  @Test func `a person without workouts gets an unused name`() throws {
    let stores = try filled()
    let name = try stores.snapshots.write(to: path, isRedacted: true, person: .sample("Whittle"))
    #expect(name == .sample("Person 4"))
  }

  @Test func `an unredacted copy is complete`() throws {
    let name = try filled().snapshots.write(to: path, isRedacted: false, person: .sample("Zebedee"))
    #expect(name == .sample("Zebedee"))
    #expect(found(in: path) == Self.texts)
  }

  @Test func `an existing file is not overwritten`() throws {
    let stores = try filled()
    writeFile("mine", to: path)
    for isRedacted in [true, false] {
      #expect(throws: DatabaseError.self) {
        try stores.snapshots.write(to: path, isRedacted: isRedacted, person: .sample("Zebedee"))
      }
    }
    #expect(readFile(path) == "mine")
  }

  @Test func `a database is unused until a workout is saved`() throws {
    let stores = try Connection.open(in: folder.data)
    #expect(try stores.snapshots.isUnused())
    try stores.unfinished.checkpoint(.sample(), by: .sample("Quillon"))
    #expect(try stores.snapshots.isUnused() == false)
  }

  @Test func `a database that has only custom challenges counts as used`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.challenges.add(
      .custom("own-hop", name: "Hop", kind: .core, scoring: .hold, instructions: []))
    #expect(try stores.snapshots.isUnused() == false)
  }

  @Test func `a database with another page size is copied`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(
      .sample(reps: 4), by: .sample("Ann"))
    _ = try stores.first("PRAGMA journal_mode = DELETE") { $0.text(0) }
    try stores.execute("PRAGMA page_size = 8192; VACUUM")
    _ = try stores.snapshots.write(to: path, isRedacted: false, person: .sample("Ann"))
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    #expect(try copy.first("PRAGMA page_size") { $0.integer(0) } == 8192)
    #expect(try copy.workouts.history(of: .sample("Ann"), limit: 2).map(\.reps) == [4])
  }
}

extension Connection {
  /// Returns the empty tables.
  fileprivate func emptyTables() throws -> [String] {
    let tables = try all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ) { $0.text(0) }
    try execute("CREATE TEMP TABLE filled (name TEXT, rows INTEGER)")
    for table in tables {
      try execute(text: "INSERT INTO filled SELECT '\(table)', count(*) FROM \(table)")
    }
    return try all("SELECT name FROM filled WHERE rows = 0") { $0.text(0) }
  }
}
