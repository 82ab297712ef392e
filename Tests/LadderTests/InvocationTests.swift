import ClientsLive
import CommandLineInterface
import Models
import ServerCommands
import Testing

@testable import LadderCommands

struct InvocationTests {
  private func parse(_ line: String) throws -> any Command {
    try parse(line.split(separator: " ").map(String.init))
  }

  private func parse(_ words: [String]) throws -> any Command {
    try Invocation(["ladder"] + words).command()
  }

  private func parse<Parsed: Command>(_ line: String, as: Parsed.Type) throws -> Parsed {
    try #require(try parse(line) as? Parsed)
  }

  @Test func `without a verb the app starts, with the common options`() throws {
    #expect(try parse("") is AppCommand)
    #expect(try Invocation([]).command() is AppCommand)
    let app = try parse("--as Ann --ascii --no-color --data /d --fps 20", as: AppCommand.self)
    #expect(app.common.person == PersonName("Ann"))
    #expect(app.common.dataFolder == DataFolder(path: "/d"))
    #expect(app.common.isASCII && app.common.isColorDisabled && !app.common.isMouseDisabled)
    #expect(app.common.framesPerSecond == 20)
    #expect(app.recording == nil)
    let recorded = try parse("--record a.ladder --redact", as: AppCommand.self)
    #expect(recorded.recording == RecordedSession.Options(path: "a.ladder", isRedacted: true))
  }

  @Test func `scripts are chosen by demo and play`() throws {
    let tour = try parse("demo --ascii", as: DemoCommand.self)
    #expect(tour.playback?.source == .demo("tour") && tour.common.isASCII)
    let playback = try parse(
      "play a.ladder --speed 4 --record b.cast --shots c", as: PlayCommand.self
    ).playback
    #expect(playback.source == .file("a.ladder") && playback.speed == .times(4))
    #expect(playback.cast == "b.cast" && playback.shots == "c" && !playback.shouldCompare)
    let checked = try #require(
      try parse("demo ./a.ladder --check --shots c", as: DemoCommand.self).playback)
    #expect(checked.source == .file("./a.ladder") && checked.speed == .max && checked.shouldCompare)
    #expect(try parse("demo --list", as: DemoCommand.self).playback == nil)
  }

  @Test func `commands parse their options`() throws {
    #expect(try parse("history --json", as: HistoryCommand.self).isJSON)
    let events = try parse("events --clear", as: EventsCommand.self)
    #expect(events.shouldClear && !events.isJSON)
    #expect(!(try parse("challenges", as: ChallengesCommand.self)).isJSON)
    let week = try parse("--week leaderboard pushups-2min", as: LeaderboardCommand.self)
    #expect(week.challenge.id == "pushups-2min" && week.filter == .thisWeek)
    let ever = try parse("leaderboard -- pushups-2min", as: LeaderboardCommand.self)
    #expect(ever.filter == .allTime)
    #expect(try parse("doctor --repair", as: DoctorCommand.self).shouldRepair)
    let status = try parse("status --watch", as: StatusCommand.self)
    #expect(status.shouldWatch && !status.isJSON)
  }

  @Test(arguments: [CommandTable.ladder, .server])
  func `no two commands have the same verb, and no two options the same name`(table: CommandTable) {
    let verbs = table.verbs.map(\.name)
    #expect(Set(verbs).count == verbs.count)
    let options = table.options.map(\.name)
    #expect(Set(options).count == options.count)
  }

  @Test(
    arguments: [
      (["LADDER_DATA": "/d", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/d"),
      (["LADDER_DATA": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/ladder"),
      (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/ladder"),
      (["HOME": "/h"], "/h/.local/share/ladder"),
    ] as [([String: String], String)])
  func `the environment determines the folder`(environment: [String: String], path: String) throws {
    let tool = CommandLineTool(
      .ladder, arguments: [], environment: { environment[$0] }, output: Output(descriptor: -1),
      isTerminal: false)
    #expect(try tool.defaultDataFolder() == path)
  }

  @Test func `the last of two values of an option counts`() throws {
    #expect(
      try parse("--as Ann --as Bob", as: AppCommand.self).common.person == PersonName("Bob"))
  }

  @Test func `after two dashes, an option is read as an operand`() {
    #expect(throws: UsageError.self) { try parse("challenges -- --json") }
  }

  @Test func `many command lines can be parsed at once`() async {
    await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          let history = try? parse("history --as p\(index) --json", as: HistoryCommand.self)
          return history?.common.person?.text == "p\(index)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    arguments: [
      ("hist", "history"), ("HISTORY", "history"), ("hsitory", "history"),
      ("chalenge", "challenges"),
      ("dmeo", "demo"), ("x", nil), ("", nil), ("install", nil),
      (String(repeating: "h", count: 99), nil),
    ] as [(String, String?)])
  func `a word close to a verb is suggested`(word: String, suggested: String?) {
    #expect(CommandTable.ladder.verbs.map(\.name).closest(to: word) == suggested)
  }
}

extension Invocation {
  /// Parses a command line in a process without a data folder.
  init(_ arguments: [String], of table: CommandTable = .ladder) throws {
    let tool = CommandLineTool(
      table, arguments: arguments, environment: { $0 == "LADDER_DATA" ? "/nowhere" : nil },
      output: Output(descriptor: -1), isTerminal: false)
    try self.init(try ParsedArguments(arguments, of: table), in: tool)
  }
}
