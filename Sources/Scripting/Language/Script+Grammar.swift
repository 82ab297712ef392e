import AppFeatures
import Glibc
import Models
import SharedFeatures
import TerminalUI

extension Script {
  /// A command of the grammar: its syntax and its meaning.
  ///
  /// The table of all forms defines the parser, its errors and the manual.
  public struct Form: Sendable {
    /// The result of parsing the command's words.
    enum Kind: Sendable {
      /// A part of the setup.
      case setup(@Sendable (inout ScriptWords, inout Setup) throws -> Void)
      case step(@Sendable (inout ScriptWords) throws -> Command)
      /// Replaces the line with the contents of another file.
      case include
    }

    /// The syntax, which starts with the name.
    public let usage: String
    public let summary: String
    let kind: Kind

    public var name: String { String(usage.prefix { $0 != " " }) }

    /// Whether the command must come before all steps.
    public var isSetup: Bool { if case .setup = kind { true } else { false } }
  }

  private static func setup(
    _ usage: String, _ summary: String,
    _ parse: @escaping @Sendable (inout ScriptWords, inout Setup) throws -> Void
  ) -> Form {
    Form(usage: usage, summary: summary, kind: .setup(parse))
  }

  private static func step(
    _ usage: String, _ summary: String,
    _ parse: @escaping @Sendable (inout ScriptWords) throws -> Command
  ) -> Form {
    Form(usage: usage, summary: summary, kind: .step(parse))
  }

  /// All commands of the grammar.
  public static let grammar: [Form] = setupForms + actionForms + observationForms

  private static let setupForms: [Form] = [
    setup("version \(Script.version)", "the version of the script format; may be omitted") {
      words, _ in try words.version()
    },
    setup("size COLUMNSxROWS", "the terminal's size") { $1.size = try $0.size() },
    setup("clock TIME", "the time at the start, as in 2026-01-05T07:00Z") {
      $1.clock = try $0.date()
    },
    setup("seed NUMBER", "the seed of the random numbers") { $1.seed = try $0.seed() },
    setup("zone NAME", "the time zone, as in Europe/Berlin") { $1.zone = try $0.zone() },
    setup("locale NAME", "the locale; C has ASCII only") { $1.locale = try $0.word("a locale") },
    setup("db empty|fixture NAME|FILE", "the database; a file is copied") {
      $1.database = try $0.database()
    },
    setup("as NAME", "the name of the person") { $1.person = try $0.person() },
    setup(#"group "NAME""#, "a group that the person has joined, with the gym's workouts") {
      $1.groups.append(try $0.person().text)
    },
    setup(
      "racer NAME every DURATION [±DURATION] [after DURATION] [opens CHALLENGE] "
        + "[until|leaves DURATION] [offline DURATION for DURATION]",
      "a member of the groups who joins each room, and counts a rep each DURATION in the race; after: "
        + "the time until they join a room, or open one; until, leaves, offline: times since the start"
    ) { $1.racers.append(try $0.racer(in: $1)) },
    setup("set KEY VALUE", "a setting, as in the settings file") {
      $1.settings.append(try $0.setting())
    },
    setup(#"problem "TEXT""#, "a problem with the settings file, reported at the start") {
      // A settings file reports at most this many problems, and a sentence about the omitted ones.
      guard $1.problems.count <= ProblemList<String>.maxCount else {
        throw $0.error("there are more than \(ProblemList<String>.maxCount) problems")
      }
      $1.problems.append(try $0.text())
    },
    Form(
      usage: "include FILE", summary: "inserts another script; the path is relative to this one",
      kind: .include),
  ]

  private static let actionForms: [Form] = [
    step("press KEY [xN] [every DURATION]", "presses a key, N times, DURATION apart") { words in
      let key = try words.key()
      let count = try words.count() ?? 1
      return .press(key, count: count, interval: try words.duration(after: "every") ?? .zero)
    },
    step("hold KEY", "sends a key repeat, as some terminals do") { .hold(try $0.key()) },
    step("release KEY", "sends a key release, as some terminals do") { .release(try $0.key()) },
    step(#"type "TEXT""#, "presses the key of each character") { .type(try $0.text()) },
    step(
      "rep N every DURATION [±DURATION]",
      "counts N reps, each after DURATION, plus or minus a random part"
    ) { words in
      let (count, pace) = (try words.number(), try words.pace())
      return .rep(count: count, interval: pace.interval, jitter: pace.jitter)
    },
    step("advance DURATION", "lets time pass") { .advance(try $0.duration()) },
    step("resize COLUMNSxROWS", "changes the terminal's size") { .resize(try $0.size()) },
    step("suspend DURATION", "stops the program for DURATION, like Ctrl-Z and fg") {
      .suspend(try $0.duration())
    },
    step("restart", "kills the program, as in a power cut, and starts it again") { _ in .restart },
    step("disk read-only|writable", "makes saving fail until the disk is writable again") {
      .disk(isWritable: try $0.choice("read-only", "writable") == "writable")
    },
    step("network on|off", "connects or disconnects the network") {
      .network(isOn: try $0.choice("on", "off") == "on")
    },
    step("focus lost|gained", "the window loses or gains the focus") {
      .focus(try $0.choice("lost", "gained") == "gained")
    },
    step(#"paste "TEXT""#, "pastes a text") { .paste(try $0.text()) },
    step(
      #"tap COLUMN,ROW|"TEXT""#,
      "clicks a cell, or the text on the screen; the first cell is 0,0"
    ) { words in
      if words.isText { return .tap(try words.text()) }
      return .mouse(MouseEvent(.press, at: try words.place()))
    },
    step("wheel up|down COLUMN,ROW", "turns the mouse wheel over a cell") { words in
      let kind: MouseEvent.Kind = try words.choice("up", "down") == "up" ? .wheelUp : .wheelDown
      return .mouse(MouseEvent(kind, at: try words.place()))
    },
  ]

  private static let observationForms: [Form] = [
    step(
      #"expect [new|not] "TEXT"|/REGEX/ [within DURATION]"#,
      "fails unless it is on the screen; new: since the last action"
    ) { words in
      let mode: Expectation.Mode =
        words.skip("new") ? .new : words.skip("not") ? .absent : .shown
      let expectation = Expectation(try words.target(), mode)
      return .expect(expectation, within: try words.duration(after: "within") ?? .zero)
    },
    step("end", "fails unless the program has exited and everything is saved") { _ in .end },
    step(#"caption "TEXT""#, "shows a caption") { .caption(try $0.text()) },
    step("speed NUMBER", "plays the rest NUMBER times as fast; 1 is real time") {
      .speed(try $0.speed())
    },
    step("shot NAME[.txt|.svg|.ansi]", "saves a picture of the screen") { .shot(try $0.shot()) },
  ]
}

// MARK: - Arguments of single commands

extension ScriptWords {
  fileprivate mutating func version() throws(ScriptError) {
    let version = try word("a version")
    guard version == "\(Script.version)" else {
      throw error("this Ladder cannot play version '\(version.shortened)' of the format")
    }
  }

  fileprivate mutating func zone() throws(ScriptError) -> String {
    let name = try word("a time zone")
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0))
    }
    guard isPlain, !name.hasPrefix("/"),
      access("/usr/share/zoneinfo/\(name)", R_OK) == 0 || name == "UTC"
    else {
      throw error("unknown time zone '\(name.shortened)'; use a name such as Europe/Berlin")
    }
    return name
  }

  fileprivate mutating func database() throws(ScriptError) -> Script.Database {
    if skip("empty") { return .empty }
    if skip("fixture") {
      let name = try word("a fixture's name")
      guard Fixture.names.contains(name) else {
        throw error(
          "unknown fixture '\(name.shortened)'; known fixtures: \(Fixture.names.joined(separator: ", "))"
        )
      }
      return .fixture(name)
    }
    let path = try isText ? text() : line("'empty', 'fixture' or a file")
    // The path is relative to the folder of the script, like a path of `include`.
    return .copy(path: Script.path(path, from: line.file), line)
  }

  /// Reads a name: the rest of the line unless it is quoted.
  fileprivate mutating func person() throws(ScriptError) -> PersonName {
    try name(isText ? text() : line("a name"))
  }

  /// Reads a setting of the settings file.
  fileprivate mutating func setting() throws(ScriptError) -> Script.Setting {
    let key = try word("a setting's name")
    let value = try isText ? text() : line("a value")
    var text = SettingsText("\(key) = \(value)")
    text.ignoreCommands(because: "scripts cannot run programs")
    let keys = KeySettings(text.keyEntries, for: AppTab.keys.rows)
    if let problem = text.problems.first ?? keys.problems.first { throw error(problem.problem) }
    return Script.Setting(line: line, key: key, value: value)
  }

  fileprivate mutating func shot() throws(ScriptError) -> Shot {
    let word = try word("a picture's name")
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isName =
      !parts[0].isEmpty
      && parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    guard isName, parts.count <= 2 else {
      throw error("'\(word.shortened)' is not a name of letters, digits, - and _")
    }
    guard parts.count == 2 else { return Shot(name: parts[0]) }
    guard let format = Shot.Format(rawValue: parts[1]) else {
      throw error("a picture's name ends in .txt, .svg or .ansi, not in '.\(parts[1].shortened)'")
    }
    return Shot(name: parts[0], format: format)
  }
}
