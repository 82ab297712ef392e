import SystemTestSupport
import Testing

@testable import SQLite

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

  @Test func `added columns are parsed as SQLite stores them`() throws {
    let migrations = [
      Migration("a", embedded: "CREATE TABLE a (\n  b TEXT NOT NULL -- (as typed)\n) STRICT;\n"),
      Migration("c", "ALTER TABLE a ADD COLUMN c INTEGER NOT NULL DEFAULT (1)"),
      Migration("d", "ALTER TABLE a ADD COLUMN d TEXT; CREATE INDEX a_by_d ON a (d)"),
    ]
    for version in 0...2 {
      let prefix = Array(migrations.prefix(version))
      #expect(try Schema(parsing: prefix) == Schema(executing: prefix), "version \(version)")
    }
    // Two statements without an empty line between them cannot be separated, so the schema is created in SQLite.
    #expect(try Schema(parsing: migrations) != Schema(executing: migrations))
    let format = DatabaseFormat(applicationID: 7, migrations: migrations)
    try folder.open(as: format).close()
    #expect(try folder.open(as: format).version() == 3)
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

  @Test func `an empty line in a statement does not hide another statement`() throws {
    let script = "CREATE TABLE a (b);\n\nCREATE TABLE c (d);\n"
    let read = Schema(parsing: [Migration("one", embedded: script)])
    #expect(Schema(["CREATE TABLE a (b);\n\nCREATE TABLE c (d)"]) != read)
    #expect(Schema(["CREATE TABLE a (b)", "CREATE TABLE c (d)"]) == read)
  }
}
