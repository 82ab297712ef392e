import CommandLineInterface
import FoundationEssentials
import Glibc
import Models
import Scripting
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands
@testable import SQLite

/// Tests of extreme numbers in all columns of a database: no command and no screen overflows.
///
/// They are serialized, because each runs an app.
@Suite(.serialized)
struct HostileNumbersTests {
  private let folder = TestFolder()

  private static let tables = [
    "workouts", "bests", "unfinished", "plans", "plan_sessions", "own_challenges", "events",
    "periods", "runs", "score_counts",
  ]

  private static let numbers: [Int64] = [.max, .min, -1]

  private static let cases = tables.flatMap { table in numbers.map { (table, $0) } }

  @Test(
    arguments: TestSize.choose(test: Array(cases[..<1]), check: cases))
  func `every command and every screen survives extreme numbers`(table: String, number: Int64)
    async throws
  {
    let data = DataFolder(path: folder.path)
    try HostileDatabase(folder.path, "Stairs").fill()
    let stores = try Stores.open(in: data)
    try stores.connection.put(number, into: table)
    stores.close()
    for command in [
      ["history"], ["leaderboard", "pushups-2min"], ["leaderboard", "pushups-2min", "--week"],
      ["events"], ["plan"], ["status"], ["challenges"],
    ] {
      run(command)
      run(command + ["--json"])
    }
    try await visit(data.databasePath)
  }

  private func run(_ command: [String]) {
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(sink) }
    let environment = ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"]
    var lines: [String] = []
    let code = CommandLineTool(
      .ladder, arguments: ["ladder"] + command, environment: { environment[$0] },
      output: Output(descriptor: sink), isTerminal: false, writeError: { lines.append($0) }
    ).run()
    // The command may reject the database with one line.
    #expect(code == 0 || lines.count == 1, "\(command): \(lines)")
  }

  /// Visits the screens that show stored data.
  @MainActor
  private func visit(_ database: String) async throws {
    let script = try Script(
      parsing: """
        db \(database)
        as Ann
        press Esc
        press Enter
        advance 200ms
        press l
        press Down x3
        press Esc x2
        press h
        press Down x3
        press Enter
        press Esc x2
        press 2
        press Down x3
        press Enter
        advance 200ms
        press Esc
        press g
        advance 200ms
        press Esc x3
        press 3
        press Down x5
        """, file: folder.path + "/visit.ladder")
    do {
      try await VirtualStage(script).play()
    } catch is ScriptError {
      // The player may reject the database.
    }
  }
}

extension Connection {
  /// Sets all integer columns of a table to a number, if its constraints allow that.
  fileprivate func put(_ number: Int64, into table: String) throws {
    // Triggers, which update aggregates, would reject some of the numbers.
    let triggers = try all("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0.text(0) }
    for trigger in triggers { try execute(text: "DROP TRIGGER \(trigger)") }
    let columns = try all(
      "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER' AND pk = 0", .text(table)
    ) { $0.text(0) }
    #expect(!columns.isEmpty || table == "runs", "\(table)")
    try execute("PRAGMA foreign_keys = OFF")
    for column in columns where !Self.keys.contains(column) {
      // Some columns have a constraint.
      try? execute(text: "UPDATE \(table) SET \(column) = \(number)")
    }
  }

  /// The columns of keys, which aren't changed.
  private static let keys = ["person", "workout", "plan", "number", "id", "replaces"]
}
