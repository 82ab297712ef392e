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
  func `no command or screen crashes on extreme numbers`(table: String, number: Int64)
    async throws
  {
    let data = DataFolder(path: folder.path)
    try HostileDatabase(folder.path, "Stairs").fill()
    let stores = try Connection.open(in: data)
    try stores.setIntegers(of: table, to: number)
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
  fileprivate func setIntegers(of table: String, to number: Int64) throws {
    // Triggers, which update aggregates, would reject some of the numbers.
    let triggers = try all("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0.text(0) }
    for trigger in triggers { try execute(text: "DROP TRIGGER \(trigger)") }
    let columns = try all(
      "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER' AND pk = 0", .text(table)
    ) { $0.text(0) }
    #expect(!columns.isEmpty || table == "runs", "\(table)")
    try execute("PRAGMA foreign_keys = OFF")
    for column in columns where !Self.keys.contains(column) {
      // Some columns have a constraint that rejects the number.
      try? execute(text: "UPDATE \(table) SET \(column) = \(number)")
    }
  }

  /// The columns of keys, which aren't changed.
  private static let keys = ["person", "workout", "plan", "number", "id", "replaces"]
}

// MARK: - Hostile text

/// Tests of untrusted text in the database, the environment, the settings, a script or the command line: the output never
/// contains control characters.
struct HostileTextTests {
  private static let texts = TestSize.choose(
    test: Array(HostileText.all[..<1]), check: HostileText.all)

  private let folder = TestFolder()
  private var program: Program { program([:]) }

  private func program(_ more: [String: String]) -> Program {
    let usual = [
      "LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC",
      "XDG_CONFIG_HOME": folder.path + "/none",
    ]
    return Program(environment: usual.merging(more) { $1 })
  }

  private func expectOnlyText(
    _ arguments: [String], _ program: Program? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = (program ?? self.program).run(arguments)
    for text in [outcome.output, outcome.errors] {
      #expect(
        text.invisibleCharacters.isEmpty, "\(arguments): \(text.debugDescription)",
        sourceLocation: sourceLocation)
    }
    #expect(outcome.exitCode >= 0, "\(arguments) was killed", sourceLocation: sourceLocation)
    #expect(outcome.output.utf8.count < 1 << 20, sourceLocation: sourceLocation)
  }

  private static let plainCommands = [
    ["challenges"], ["history"], ["leaderboard", "pushups-2min"], ["events"], ["plan"], ["status"],
  ]

  /// Commands that don't change the database, each as text and as JSON.
  private static let readOnlyCommands = plainCommands + plainCommands.map { $0 + ["--json"] }

  @Test(arguments: texts)
  func `hostile text in the database is escaped`(text: String) throws {
    try HostileDatabase(folder.path, text).fill()
    for command in Self.readOnlyCommands { expectOnlyText(command) }
    expectOnlyText(["leaderboard", text])
    expectOnlyText(["log", "own-\(text)", "--reps", "3"])
    expectOnlyText(["leaderboard", "own-"])
    expectOnlyText(["--plain"])
  }

  @Test(arguments: texts)
  func `hostile text on the command line and in the environment is escaped`(text: String) {
    // Arguments can't contain NUL.
    let text = text.replacing("\0", with: "")
    for command in [
      [text], ["--\(text)"], ["--as", text, "history"], ["log", text], ["replay", text],
      ["--theme", text], ["--fps", text], ["play", text], ["demo", text], ["history", text],
      ["play", "--record", text, "/nowhere.ladder"], ["--data", "/nowhere/\(text)", "history"],
      ["log", "pushups-2min", "--reps", text],
      ["log", "plank-hold", "--time", "1:00", "--note", text], ["completions", text],
      ["--\(text)=\(text)"],
    ] {
      expectOnlyText(command)
    }
    for name in ["LADDER_USER", "TERM", "LANG", "LC_ALL", "NO_COLOR", "TZ", "COLORTERM"] {
      expectOnlyText(["history"], program([name: text]))
      expectOnlyText(["--plain"], program([name: text]))
    }
    expectOnlyText(["history"], program(["LADDER_DATA": "/nowhere/\(text)"]))
    expectOnlyText(["challenges"], program(["LADDER_DATA": "/proc/\(text)"]))
  }

  @Test(arguments: texts)
  func `hostile text in the settings is escaped`(text: String) {
    makeFolders(folder.path + "/config/ladder")
    defer { Glibc.rmdir(folder.path + "/config/ladder") }
    defer { Glibc.unlink(folder.path + "/config/ladder/settings") }
    writeFile(
      "name = \(text)\n\(text) = on\nbeeps = \(text)\nkey.rep = \(text)\nkey.\(text) = x\n\(text)\n",
      to: folder.path + "/config/ladder/settings")
    let program = program(["XDG_CONFIG_HOME": folder.path + "/config"])
    expectOnlyText(["history"], program)
    expectOnlyText(["--plain"], program)
  }

  @Test(arguments: texts)
  func `hostile text in a script is escaped`(text: String) {
    let text = text.replacing("\0", with: "")
    let path = folder.path + "/script.ladder"
    for line in [
      "caption \"\(text)\"", "expect \"\(text)\"", "expect /\(text)/", "press \(text)", text,
      "as \(text)", "set name \(text)", "problem \"\(text)\"", "db \(text)", "zone \(text)",
      "include \(text)", "tap \"\(text)\"", "type \"\(text)\"",
    ] {
      writeFile(line + "\n", to: path)
      expectOnlyText(["play", path, "--speed", "max"])
    }
  }

  @Test(.checkOnly) func `ten million bytes of hostile text take little time and memory`() throws {
    try HostileDatabase(folder.path, HostileText.huge).fill()
    let usual = peak(["challenges"], LADDER_DATA: folder.path + "/none")
    for command in Self.readOnlyCommands {
      expectOnlyText(command)
      // A value is read once, and the text derived from it is short.
      #expect(peak(command) < usual + 40_000, "\(command)")
    }
  }

  private func peak(_ command: [String], LADDER_DATA data: String? = nil) -> Int {
    var peak = 0
    _ = program(data.map { ["LADDER_DATA": $0] } ?? [:]).run(command, peak: &peak)
    return peak
  }
}
