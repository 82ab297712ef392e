import Features
import Glibc
import Models
import TerminalUI

extension Script {
  /// A command of the grammar: its syntax and its meaning.
  ///
  /// The table of all forms defines the parser, its errors and the manual.
  public struct Form: Sendable {
    /// The result of parsing the command's words.
    enum Kind: Sendable {
      /// A part of the setup.
      case setup(@Sendable (inout ScriptWords, inout Setup) throws(ScriptError) -> Void)
      case step(@Sendable (inout ScriptWords) throws(ScriptError) -> Command)
      /// Replaces the line with the contents of another file.
      case include
    }

    /// The syntax, which starts with the name.
    public let usage: String
    public let summary: String
    let kind: Kind

    public var name: String { String(usage.prefix { $0 != " " }) }

    /// Whether it must come before all steps.
    public var isSetup: Bool { if case .setup = kind { true } else { false } }
  }

  /// All commands of the grammar.
  public static let grammar: [Form] = setupForms + actionForms + observationForms

  private static let setupForms: [Form] = [
    Form(
      usage: "size COLUMNSxROWS", summary: "the terminal's size",
      kind: .setup { words, setup throws(ScriptError) in setup.size = try words.size() }),
    Form(
      usage: "clock TIME", summary: "the time at the start, as in 2026-01-05T07:00Z",
      kind: .setup { words, setup throws(ScriptError) in setup.clock = try words.date() }),
    Form(
      usage: "seed NUMBER", summary: "the seed of the random numbers",
      kind: .setup { words, setup throws(ScriptError) in setup.seed = try words.seed() }),
    Form(
      usage: "zone NAME", summary: "the time zone, as in Europe/Berlin",
      kind: .setup { words, setup throws(ScriptError) in setup.zone = try words.zone() }),
    Form(
      usage: "locale NAME", summary: "the locale; C has ASCII only",
      kind: .setup { words, setup throws(ScriptError) in
        setup.locale = try words.word("a locale")
      }),
    Form(
      usage: "db empty|fixture NAME|FILE", summary: "the database; a file is copied",
      kind: .setup { words, setup throws(ScriptError) in
        setup.database = try words.database()
      }),
    Form(
      usage: "as NAME", summary: "the name of the person",
      kind: .setup { words, setup throws(ScriptError) in setup.person = try words.person() }
    ),
    Form(
      usage: #"group "NAME""#,
      summary: "a group that the person has joined, with the gym's workouts",
      kind: .setup { words, setup throws(ScriptError) in
        setup.groups.append(try words.person().text)
      }),
    Form(
      usage: "set KEY VALUE", summary: "a setting, as in the settings file",
      kind: .setup { words, setup throws(ScriptError) in
        setup.settings.append(try words.setting())
      }),
    Form(
      usage: #"problem "TEXT""#,
      summary: "a problem with the settings file, reported at the start",
      kind: .setup { words, setup throws(ScriptError) in
        // As many as a settings file can have, with the sentence about the others.
        guard setup.problems.count <= ProblemList<String>.maxCount else {
          throw words.error("there are more than \(ProblemList<String>.maxCount) problems")
        }
        setup.problems.append(try words.text())
      }),
    Form(
      usage: "include FILE", summary: "inserts another script; the path is relative to this one",
      kind: .include),
  ]

  private static let actionForms: [Form] = [
    Form(
      usage: "press KEY [xN] [every DURATION]", summary: "presses a key, N times, DURATION apart",
      kind: .step { words throws(ScriptError) in
        let key = try words.key()
        let count = try words.count() ?? 1
        return .press(key, count: count, interval: try words.duration(after: "every") ?? .zero)
      }),
    Form(
      usage: "hold KEY", summary: "sends a key repeat, as some terminals do",
      kind: .step { words throws(ScriptError) in .hold(try words.key()) }),
    Form(
      usage: "release KEY", summary: "sends a key release, as some terminals do",
      kind: .step { words throws(ScriptError) in .release(try words.key()) }),
    Form(
      usage: #"type "TEXT""#, summary: "presses the key of each character",
      kind: .step { words throws(ScriptError) in .type(try words.text()) }),
    Form(
      usage: "rep N every DURATION [±DURATION]",
      summary: "counts N reps, DURATION before each, plus or minus a random part",
      kind: .step { words throws(ScriptError) in
        let count = try words.number()
        guard let interval = try words.duration(after: "every") else {
          throw words.error("the word 'every' with a duration is missing")
        }
        let jitter = try words.jitter() ?? .zero
        guard jitter < interval else {
          throw words.error("the deviation must be less than the interval")
        }
        return .rep(count: count, interval: interval, jitter: jitter)
      }),
    Form(
      usage: "advance DURATION", summary: "lets time pass",
      kind: .step { words throws(ScriptError) in .advance(try words.duration()) }),
    Form(
      usage: "resize COLUMNSxROWS", summary: "changes the terminal's size",
      kind: .step { words throws(ScriptError) in .resize(try words.size()) }),
    Form(
      usage: "suspend DURATION", summary: "stops the program, as Ctrl-Z and fg do",
      kind: .step { words throws(ScriptError) in .suspend(try words.duration()) }),
    Form(
      usage: "restart", summary: "ends the program as a power cut does, and starts it again",
      kind: .step { _ throws(ScriptError) in .restart }),
    Form(
      usage: "disk read-only|writable",
      summary: "makes saving fail until the disk is writable again",
      kind: .step { words throws(ScriptError) in
        .disk(isWritable: try words.choice("read-only", "writable") == "writable")
      }),
    Form(
      usage: "network on|off", summary: "connects or disconnects the network",
      kind: .step { words throws(ScriptError) in
        .network(isOn: try words.choice("on", "off") == "on")
      }),
    Form(
      usage: "focus lost|gained", summary: "the window loses or gains the focus",
      kind: .step { words throws(ScriptError) in
        .focus(try words.choice("lost", "gained") == "gained")
      }),
    Form(
      usage: #"paste "TEXT""#, summary: "pastes a text",
      kind: .step { words throws(ScriptError) in .paste(try words.text()) }),
    Form(
      usage: #"tap COLUMN,ROW|"TEXT""#,
      summary: "clicks a cell, or the text on the screen; the first cell is 0,0",
      kind: .step { words throws(ScriptError) in
        if words.isText { return .tap(try words.text()) }
        return .mouse(MouseEvent(.press, at: try words.place()))
      }),
    Form(
      usage: "wheel up|down COLUMN,ROW", summary: "turns the mouse wheel over a cell",
      kind: .step { words throws(ScriptError) in
        let word = try words.word("'up' or 'down'")
        guard word == "up" || word == "down" else {
          throw words.error("'\(word.shortened)' is neither 'up' nor 'down'")
        }
        return .mouse(MouseEvent(word == "up" ? .wheelUp : .wheelDown, at: try words.place()))
      }),
  ]

  private static let observationForms: [Form] = [
    Form(
      usage: #"expect [new|not] "TEXT"|/REGEX/ [within DURATION]"#,
      summary: "fails unless it is on the screen; new: since the last step",
      kind: .step { words throws(ScriptError) in
        let mode: Expectation.Mode =
          words.skip("new") ? .new : words.skip("not") ? .absent : .shown
        let expectation = Expectation(try words.target(), mode)
        return .expect(expectation, within: try words.duration(after: "within") ?? .zero)
      }),
    Form(
      usage: "end", summary: "fails unless the program has exited and everything is saved",
      kind: .step { _ throws(ScriptError) in .end }),
    Form(
      usage: #"caption "TEXT""#, summary: "shows a caption",
      kind: .step { words throws(ScriptError) in .caption(try words.text()) }),
    Form(
      usage: "shot NAME[.txt|.svg|.ansi]", summary: "saves a picture of the screen",
      kind: .step { words throws(ScriptError) in .shot(try words.shot()) }),
  ]
}

// MARK: - Arguments of single commands

extension ScriptWords {
  fileprivate mutating func zone() throws(ScriptError) -> String {
    let name = try word("a time zone")
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0))
    }
    guard isPlain, !name.hasPrefix("/"),
      access("/usr/share/zoneinfo/\(name)", R_OK) == 0 || name == "UTC"
    else {
      throw error("there is no time zone '\(name.shortened)'; it is a name such as Europe/Berlin")
    }
    return name
  }

  fileprivate mutating func database() throws(ScriptError) -> Script.Database {
    if skip("empty") { return .empty }
    if skip("fixture") {
      let name = try word("a fixture's name")
      guard Fixture.names.contains(name) else {
        throw error(
          "there is no fixture '\(name.shortened)'; known fixtures: \(Fixture.names.joined(separator: ", "))"
        )
      }
      return .fixture(name)
    }
    let path = try isText ? text() : line("'empty', 'fixture' or a file")
    // Relative to the script's own path, as with `include`.
    return .copy(path: Script.path(path, from: line.file), line)
  }

  fileprivate mutating func person() throws(ScriptError) -> PersonName {
    let text = try isText ? text() : line("a name")
    guard let name = PersonName(text) else {
      throw error("'\(text.shortened)' has no letters in it to make a name")
    }
    guard !PersonName.isTooLong(text) else {
      throw error("a name is at most \(PersonName.maxLength) characters long")
    }
    return name
  }

  /// Reads a setting of the settings file.
  fileprivate mutating func setting() throws(ScriptError) -> Script.Setting {
    let key = try word("a setting's name")
    let value = try isText ? text() : line("a value")
    var text = SettingsText("\(key) = \(value)")
    text.ignoreCommands(because: "a script runs no programs")
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
      throw error("pictures end in .txt, .svg or .ansi, and not in '.\(parts[1].shortened)'")
    }
    return Shot(name: parts[0], format: format)
  }
}
