import Clients
import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Databases that older programs made, each as it was.
struct OldVersionsTests {
  private let folder = TestFolder()

  private func text(_ version: Int) throws -> String {
    let path = OldSchema.path(version)
    if let text = readFile(path) { return text }
    guard getenv("LADDER_GOLDEN").map({ String(cString: $0) }) == "write" else {
      Issue.record("version \(version) is not kept: LADDER_GOLDEN=write keeps it in \(path)")
      throw Missing()
    }
    let text = try OldSchema.text(version)
    writeFile(text, to: path)
    return text
  }

  private struct Missing: Error {}

  private static let all = Array(1...Migration.all.count)

  @Test(arguments: TestSize.choose(test: [1, all.count], check: all))
  func `each comes up to date with every row, behind a backup of itself`(version: Int) throws {
    try OldSchema.make(of: try text(version), in: folder.data)
    let before = try Connection(path: folder.data.databasePath)
    let columns = try Rows.columns(before)
    let rows = try Rows.all(before, columns: columns)
    before.close()
    #expect((rows["workouts"] ?? []).count == version)
    #expect(rows["unfinished"]?.count == 1)
    for (table, rows) in rows { #expect(!rows.isEmpty, "\(table)") }

    let connection = try Connection.open(in: folder.data)
    #expect(try connection.version() == Migration.all.count)
    #expect(try Rows.all(connection, columns: columns) == rows)
    #expect(try connection.history(of: .sample("Ann"), limit: 20).count > 0 || version == 1)
    #expect(try connection.unfinished(of: .sample("Ann")).map(\.log.count) == [3])
    connection.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).look() == [])

    let backups = KeptBackup.all(in: folder.path)
    guard version < Migration.all.count else {
      #expect(backups == [])
      return
    }
    try #require(backups.count == 1)
    #expect(backups[0].hasPrefix("ladder-before-update-"))
    #expect(folder.mode(of: backups[0]) == 0o600)
    let backup = try Connection(readingFrom: "\(folder.path)/\(backups[0])")
    #expect(try backup.version() == version)
    #expect(try Rows.columns(backup) == columns)
    #expect(try Rows.all(backup, columns: columns) == rows)
  }

  @Test(arguments: 1...Migration.all.count)
  func `a step that was released has not changed since`(version: Int) throws {
    let old = try Connection(path: ":memory:")
    try old.execute(script: try text(version))
    let new = try Connection(path: ":memory:")
    try new.migrate(to: Array(Migration.all.prefix(version)))
    func schema(_ connection: Connection) throws -> [String] {
      try connection.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") {
        // What is said about a column is nobody's business but a reader's.
        OldVersionsTests.withoutNotes($0.text(0))
      }.sorted()
    }
    #expect(try schema(old) == schema(new))
  }

  private static func withoutNotes(_ sql: String) -> String {
    sql.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
      .joined(separator: "\n")
  }

  @Test func `where the backup cannot be made the database stays what it is`() throws {
    try OldSchema.make(of: try text(1), in: folder.data)
    let before = folder.bytes(of: "ladder.db")
    // Every name that it could have is taken.
    let now = Date()
    let taken = [".db"] + (2...101).map { "-\($0).db" }
    for second in -1...30 {
      let moment = now.addingTimeInterval(Double(second)).iso8601.prefix(19)
      for end in taken {
        folder.write(
          [], to: "ladder-before-update-\(moment.replacing(":", with: "-"))Z\(end)")
      }
    }
    #expect(throws: BackupError.self) { try Connection.open(in: folder.data) }
    let unchanged = try Connection(path: folder.data.databasePath)
    #expect(try unchanged.version() == 1)
    unchanged.close()
    // The header says that there is a log now, and nothing else.
    #expect(folder.bytes(of: "ladder.db")?.dropFirst(100) == before?.dropFirst(100))
  }

  @Test func `a new database has nothing to be backed up`() throws {
    try Connection.open(in: folder.data).close()
    #expect(folder.contents == ["ladder.db"])
  }
}
