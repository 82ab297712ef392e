import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

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
