import CSQLite
import Clients
import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of databases whose schema differs from Ladder's.
struct SchemaTests {
  private let folder = TestFolder()

  /// Returns the path of an untrusted file: a database with a workout, changed by `script`.
  private func untrustedDatabase(changedBy script: String) throws -> String {
    let untrusted = DataFolder(path: folder.path + "/untrusted")
    let stores = try Connection.open(in: untrusted)
    _ = try stores.workouts.finish(
      .sample(), by: .sample("Ann"))
    stores.close()
    let plain = try Connection(path: untrusted.databasePath)
    plain.configure(SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
    plain.setLimit(SQLITE_LIMIT_LENGTH, 1 << 30)
    try plain.execute(text: script)
    plain.close()
    return untrusted.databasePath
  }

  private static let endless = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
    """

  static let changes: [(script: String, message: String)] = [
    (
      "CREATE TRIGGER quiet BEFORE INSERT ON workouts BEGIN SELECT RAISE(IGNORE); END",
      "TRIGGER quiet was added"
    ),
    ("CREATE VIEW endless AS \(endless)", "VIEW endless was added"),
    (
      "DROP TABLE events; CREATE VIEW events AS \(endless)", "VIEW events was added"
    ),
    (
      "CREATE INDEX \"a\u{1B}[2J\" ON people (name)", "INDEX \"a\\u{1b}[2J\" was added"
    ),
    ("CREATE TABLE more (a)", "TABLE more was added"),
    ("DROP INDEX workouts_of_person", "INDEX workouts_of_person is missing"),
    ("DROP TRIGGER runs_grow", "TRIGGER runs_grow is missing"),
    (
      """
      UPDATE sqlite_schema SET sql = sql || ' AND length(hex(zeroblob(1000000000))) > 0'
      WHERE name = 'workouts_of_person'
      """, "INDEX workouts_of_person was added"
    ),
    (
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000)
      INSERT INTO sqlite_schema SELECT 'view', 'v' || i, 'v' || i, 0,
        'CREATE VIEW v' || i || ' AS SELECT 1' FROM n
      """, "it is too large"
    ),
  ]

  @Test(arguments: changes)
  func `a changed schema is not opened and not modified`(script: String, message: String) throws {
    let file = try untrustedDatabase(changedBy: script)
    let before = readBytes(file)
    let error = #expect(throws: DatabaseError.self) {
      try Connection.open(in: DataFolder(path: folder.path + "/untrusted"))
    }
    #expect(error?.reason == .unexpectedSchema)
    #expect(error?.summary.contains("(\(message))") == true)
    #expect(readBytes(file) == before)
  }

  @Test(arguments: changes)
  func `a changed schema is not restored`(script: String, message: String) throws {
    let file = try untrustedDatabase(changedBy: script)
    let error = #expect(throws: BackupError.self) { try Backups(folder.data).restore(from: file) }
    #expect(error?.sentence.contains("(schema changed by another program: \(message))") == true)
    #expect(folder.contents == ["untrusted"])
  }

  @Test(arguments: changes)
  func `a changed schema is not copied into memory`(script: String, message: String) throws {
    let file = try untrustedDatabase(changedBy: script)
    let error = #expect(throws: DatabaseError.self) {
      try Connection.inMemoryCopy(ofFileAt: file)
    }
    #expect(error?.summary.contains("(\(message))") == true)
  }

  @Test func `statistics tables of the query planner are allowed`() throws {
    _ = try untrustedDatabase(changedBy: "ANALYZE")
    let stores = try Connection.open(in: DataFolder(path: folder.path + "/untrusted"))
    #expect(try Backups.Contents(of: stores).workouts == 1)
  }

  @Test func `comments may differ`() throws {
    let file = try untrustedDatabase(
      changedBy:
        """
        UPDATE sqlite_schema SET sql = replace(sql, 'id INTEGER PRIMARY KEY',
          '-- A number.' || char(10) || '  id INTEGER PRIMARY KEY') WHERE name = 'people'
        """)
    #expect(try Backups.Contents(of: Connection.inMemoryCopy(ofFileAt: file)).people == 1)
  }

  @Test func `oversized values are rejected`() throws {
    let file = try untrustedDatabase(changedBy: "UPDATE workouts SET log = zeroblob(140000000)")
    let stores = try Connection.inMemoryCopy(ofFileAt: file)
    let error = #expect(throws: DatabaseError.self) {
      try stores.workouts.history(of: .sample("Ann"), limit: 20)
    }
    #expect(error?.reason == .corrupt)
  }

  /// The app parses the expected schema at each start, because creating it in memory would take longer.
  @Test func `the parsed schema of each version equals SQLite's`() throws {
    for version in 0...DatabaseFormat.ladder.version {
      let migrations = Array(DatabaseFormat.ladder.migrations.prefix(version))
      let schema = try Schema(executing: migrations)
      #expect(schema == Schema(parsing: migrations), "version \(version)")
      #expect(schema.statements.count > 30 || version == 0)
    }
  }
}
