import SystemTestSupport
import Testing

@testable import SQLite

/// Tests of tables that are created when they are first needed.
struct OptionalTablesTests {
  private let folder = TestFolder()

  private static let first = Migration("first", "CREATE TABLE notes (text TEXT NOT NULL) STRICT")
  private static let drawings = Migration(
    "drawings", "CREATE TABLE drawings (dots BLOB) STRICT", isOptional: true)
  private static let times = Migration("times", "ALTER TABLE notes ADD COLUMN taken_at INTEGER")
  private static let colors = Migration(
    "colors", "ALTER TABLE drawings ADD COLUMN color TEXT", isOptional: true)

  /// The format of the program's version with some of the migrations.
  private static func format(_ count: Int = 4) -> DatabaseFormat {
    DatabaseFormat(
      applicationID: 7, migrations: Array([first, drawings, times, colors].prefix(count)),
      optionalTable: "drawings")
  }

  private static let required = Schema([
    "CREATE TABLE notes (text TEXT NOT NULL, taken_at INTEGER) STRICT"
  ])
  private static let all = Schema(
    required.statements + ["CREATE TABLE drawings (dots BLOB, color TEXT) STRICT"])

  @Test(arguments: 0...4)
  func `a database has them once they are created, whatever its version was`(count: Int) throws {
    if count > 0 { try folder.open(as: Self.format(count)).close() }
    let connection = try folder.open(as: Self.format())
    #expect(try connection.schema() == Self.required)
    for _ in 1...2 {
      try connection.createOptionalTables()
      #expect(try connection.schema() == Self.all)
    }
    connection.close()
    #expect(try folder.open(as: Self.format()).schema() == Self.all)
  }

  @Test func `a later migration changes them where they exist`() throws {
    let old = try folder.open(as: Self.format(2))
    try old.createOptionalTables()
    try old.run("INSERT INTO drawings VALUES (x'01')")
    old.close()
    let connection = try folder.open(as: Self.format())
    #expect(try connection.schema() == Self.all)
    #expect(try connection.first("SELECT count(*) FROM drawings") { $0.integer(0) } == 1)
  }

  @Test func `a transaction that is rolled back takes them along`() throws {
    struct Interruption: Error {}
    let connection = try folder.open(as: Self.format())
    #expect(throws: Interruption.self) {
      try connection.write {
        try connection.createOptionalTables()
        throw Interruption()
      }
    }
    #expect(try connection.schema() == Self.required)
    try connection.createOptionalTables()
    #expect(try connection.schema() == Self.all)
  }

  @Test func `another connection uses the tables of the first`() throws {
    let (one, two) = (try folder.open(as: Self.format()), try folder.open(as: Self.format()))
    #expect(throws: DatabaseError.self) { try two.run("DELETE FROM drawings") }
    try one.createOptionalTables()
    try two.createOptionalTables()
    try two.run("INSERT INTO drawings (dots) VALUES (x'02')")
    #expect(try one.first("SELECT count(*) FROM drawings") { $0.integer(0) } == 1)
  }

  @Test(arguments: [
    ("CREATE TABLE drawings (dots BLOB, more TEXT)", "TABLE drawings was added"),
    ("CREATE INDEX by_color ON notes (text)", "INDEX by_color was added"),
  ])
  func `only their own statements are accepted`(script: String, message: String) throws {
    let plain = try folder.open(as: Self.format())
    try plain.execute(text: script)
    plain.close()
    let error = #expect(throws: DatabaseError.self) { try folder.open(as: Self.format()) }
    #expect(error?.message == message)
  }
}
