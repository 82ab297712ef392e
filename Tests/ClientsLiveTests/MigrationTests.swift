import Clients
import FoundationEssentials
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
    Migration(name: "one", script: "CREATE TABLE migrations (version, name); CREATE TABLE t (a)"),
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
    #expect(
      try connection.all("SELECT name FROM migrations ORDER BY version") { $0.text(0) } == [
        "one", "two", "three",
      ])
  }

  @Test(arguments: 0..<Migration.all.count)
  func everyReleasedVersionComesUpToDate(version: Int) throws {
    try open(Array(Migration.all[..<version])).close()
    let connection = try open(Migration.all)
    #expect(try connection.version() == Migration.all.count)
    #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try connection.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
  }

  @Test func aStepThatFailsLeavesTheVersionBefore() throws {
    let broken = Migration(name: "broken", script: "UPDATE t SET b = 4; SELECT nonsense")
    let error = #expect(throws: DatabaseError.self) {
      try open([steps[0], steps[1], broken])
    }
    #expect(error?.message == "no such column: nonsense")
    let connection = try open(Array(steps[..<2]))
    #expect(try connection.version() == 2)
    #expect(try connection.first("SELECT b FROM t") { $0.integer(0) } == 2)
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
