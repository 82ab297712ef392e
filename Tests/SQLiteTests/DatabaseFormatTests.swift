import FoundationEssentials
import SystemTestSupport
import Testing

@testable import SQLite

struct MigrationTests {
  private let folder = TestFolder()

  private func format(_ steps: Migration...) -> DatabaseFormat {
    DatabaseFormat(applicationID: 7, migrations: steps)
  }

  private let one = Migration("one", "CREATE TABLE t (a)")
  private let two = Migration("two", "ALTER TABLE t ADD COLUMN b; INSERT INTO t VALUES (1, 2)")
  private let three = Migration("three", "UPDATE t SET b = 3")
  private let broken = Migration("broken", "UPDATE t SET b = 4; SELECT nonsense")

  private var all: DatabaseFormat { format(one, two, three) }

  @Test(arguments: 0...3)
  func `every older version is migrated`(version: Int) throws {
    let old = DatabaseFormat(
      applicationID: 7, migrations: Array([one, two, three].prefix(version)))
    try folder.open(as: old).close()
    let connection = try folder.open(as: all)
    #expect(try connection.version() == 3 && all.version == 3)
    #expect(
      try connection.first("SELECT a, b FROM t") { [$0.integer(0), $0.integer(1)] } == [1, 3])
  }

  @Test func `a failing migration leaves the previous version`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try folder.open(as: format(one, two, broken))
    }
    #expect(error?.message == "no such column: nonsense, in the migration \"broken\"")
    let connection = try folder.open(as: format(one, two))
    #expect(try connection.version() == 2)
    #expect(try connection.first("SELECT b FROM t") { $0.integer(0) } == 2)
  }

  @Test func `a database of an older version is backed up before migration`() throws {
    try folder.open(as: format(one)).close()
    #expect(try folder.open(as: all).version() == 3)
    let backups = AutomaticBackup.all(of: folder.database)
    try #require(backups.count == 1)
    #expect(backups[0].hasPrefix("notes-before-update-"))
    #expect(folder.mode(of: backups[0]) == 0o600)
    let backup = try Connection(readOnlyPath: "\(folder.path)/\(backups[0])")
    #expect(try backup.version() == 1)
    #expect(try backup.schema() == Schema(executing: [one]))
  }

  @Test func `the database is not migrated if the backup fails`() throws {
    try folder.open(as: format(one)).close()
    let before = folder.bytes(of: "notes.db")
    // All possible names are in use.
    let now = Date()
    for second in -1...30 {
      let moment = AutomaticBackup.timestamp(now.addingTimeInterval(Double(second)))
      for end in [".db"] + (2...101).map({ "-\($0).db" }) {
        folder.write([], to: "notes-before-update-\(moment)\(end)")
      }
    }
    #expect(throws: BackupError.self) { try folder.open(as: all) }
    #expect(folder.bytes(of: "notes.db") == before)
  }

  @Test func `a new database is not backed up`() throws {
    try folder.open(as: all).close()
    #expect(folder.contents == ["notes.db"])
  }

  @Test func `several processes can migrate at the same time`() async throws {
    // The order of the four tasks is random, so they start many times, each time in a separate folder.
    for _ in 0..<TestSize.choose(test: 5, check: 40) {
      let folder = TestFolder()
      folder.write([], to: "notes.db")
      let versions = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask { [all] in
            try folder.open(as: all, busyTimeout: .maxBusyTimeout).version()
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(versions == [3, 3, 3, 3])
    }
  }
}

/// Tests of files whose schema differs from the one that the migrations create.
struct SchemaTests {
  private let folder = TestFolder()

  private func runScript(_ script: String) throws {
    if folder.contents.isEmpty { try folder.open().close() }
    let connection = try Connection(path: folder.database)
    try connection.execute(text: script)
    connection.close()
  }

  private static let empty = "CREATE TRIGGER notes_go AFTER DELETE ON notes BEGIN SELECT 1; END"

  @Test(arguments: [
    (empty, "TRIGGER notes_go was added"),
    ("CREATE TABLE more (a)", "TABLE more was added"),
    ("CREATE VIEW endless AS SELECT 1", "VIEW endless was added"),
    ("DROP INDEX notes_by_text", "INDEX notes_by_text is missing"),
  ])
  func `a changed schema is reported by name, and the file is not changed`(
    script: String, message: String
  ) throws {
    try runScript(script)
    let before = folder.bytes(of: "notes.db")
    let error = #expect(throws: DatabaseError.self) { try folder.open() }
    #expect(error?.reason == .unexpectedSchema && error?.message == message)
    #expect(folder.bytes(of: "notes.db") == before)
  }

  @Test func `statistics tables of the query planner are allowed`() throws {
    try runScript("ANALYZE")
    #expect(try folder.open().notes() == [])
  }

  @Test func `a parsed script equals the schema that SQLite stores`() throws {
    let schema = try Connection.inMemory(as: .notes).schema()
    #expect(schema == Schema(parsing: DatabaseFormat.notes.migrations))
    #expect(schema.statements.count == 4)
  }

  @Test func `a schema that cannot be parsed is determined by running the migrations`() throws {
    let migrations = [
      Migration("a", embedded: "CREATE TABLE a (\n  b TEXT NOT NULL -- (as typed)\n) STRICT;\n"),
      Migration("c", "ALTER TABLE a ADD COLUMN c INTEGER NOT NULL DEFAULT (1)"),
    ]
    #expect(try Schema(parsing: [migrations[0]]) == Schema(executing: [migrations[0]]))
    #expect(try Schema(parsing: migrations) != Schema(executing: migrations))
    let format = DatabaseFormat(applicationID: 7, migrations: migrations)
    try folder.open(as: format).close()
    #expect(try folder.open(as: format).version() == 2)
  }

  @Test func `comments may differ`() throws {
    let script = DatabaseFormat.notes.migrations[0].script.replacing(
      "-- As it was typed.", with: "--")
    try folder.open(
      as: DatabaseFormat(
        applicationID: DatabaseFormat.notes.applicationID,
        migrations: [Migration("first", embedded: script)])
    ).close()
    #expect(try folder.open().notes() == [])
  }

  @Test func `one statement with an empty line differs from two statements`() throws {
    let script = "CREATE TABLE a (b);\n\nCREATE TABLE c (d);\n"
    let read = Schema(parsing: [Migration("one", embedded: script)])
    #expect(Schema(["CREATE TABLE a (b);\n\nCREATE TABLE c (d)"]) != read)
    #expect(Schema(["CREATE TABLE a (b)", "CREATE TABLE c (d)"]) == read)
  }
}
