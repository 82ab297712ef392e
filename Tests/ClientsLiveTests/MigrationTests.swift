import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

struct MigrationTests {
  private let folder = TestFolder()

  private func open(_ migrations: [Migration]) throws -> Connection {
    try folder.data.create()
    return try Connection.open(
      path: folder.data.databasePath, busyTimeout: .seconds(5), migrations: migrations)
  }

  private let steps = [
    Migration(name: "one", script: "CREATE TABLE t (a)"),
    Migration(name: "two", script: "ALTER TABLE t ADD COLUMN b; INSERT INTO t VALUES (1, 2)"),
    Migration(name: "three", script: "UPDATE t SET b = 3"),
  ]

  @Test(arguments: 0...3)
  func everyOlderVersionComesUpToDate(version: Int) throws {
    try open(Array(steps[..<version])).close()
    let connection = try open(steps)
    #expect(try connection.version() == 3)
    #expect(
      try connection.first("SELECT a, b FROM t") { [$0.integer(0), $0.integer(1)] } == [1, 3])
  }

  @Test func aStepThatFailsLeavesTheVersionBefore() throws {
    let broken = Migration(name: "broken", script: "UPDATE t SET b = 4; SELECT nonsense")
    let error = #expect(throws: DatabaseError.self) {
      try open([steps[0], steps[1], broken])
    }
    #expect(error?.message == "no such column: nonsense, in the migration \"broken\"")
    let connection = try open(Array(steps[..<2]))
    #expect(try connection.version() == 2)
    #expect(try connection.first("SELECT b FROM t") { $0.integer(0) } == 2)
  }

  @Test func `a database of an older version is backed up before it is changed`() throws {
    try open([steps[0]]).close()
    let connection = try open(steps)
    #expect(try connection.version() == 3)
    let backups = KeptBackup.all(in: folder.path)
    try #require(backups.count == 1)
    #expect(backups[0].hasPrefix("ladder-before-update-"))
    #expect(folder.mode(of: backups[0]) == 0o600)
    let backup = try Connection(readingFrom: "\(folder.path)/\(backups[0])")
    #expect(try backup.version() == 1)
    #expect(try backup.schema() == Schema(after: [steps[0]]))
  }

  @Test func `where the backup cannot be made the database stays what it is`() throws {
    try open([steps[0]]).close()
    let before = folder.bytes(of: "ladder.db")
    // Every name that it could have is taken.
    let now = Date()
    for second in -1...30 {
      let moment = now.addingTimeInterval(Double(second)).iso8601.prefix(19)
      for end in [".db"] + (2...101).map({ "-\($0).db" }) {
        folder.write([], to: "ladder-before-update-\(moment.replacing(":", with: "-"))Z\(end)")
      }
    }
    #expect(throws: BackupError.self) { try open(steps) }
    #expect(folder.bytes(of: "ladder.db") == before)
  }

  @Test func `a new database has nothing to be backed up`() throws {
    try open(steps).close()
    #expect(folder.contents == ["ladder.db"])
  }

  @Test func severalProgramsMayStartAtOnce() async throws {
    // Who comes first is chance: many starts, each with a folder of its own.
    for _ in 0..<TestSize.choose(test: 5, check: 40) {
      let folder = TestFolder()
      let databases = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try Connection.open(in: folder.data, busyTimeout: .longestBusyTimeout).version()
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(databases == Array(repeating: Migration.all.count, count: 4))
    }
  }
}
