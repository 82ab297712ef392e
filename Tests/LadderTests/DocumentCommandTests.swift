import CommandLineInterface
import FoundationEssentials
import ServerCommands
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Runs every `ladder …` line of the README and the documents in a new home folder, and parses every `ladder-server …`
/// line.
@Suite(.serialized)
struct DocumentCommandTests {
  /// A command line in a document.
  struct Line: Hashable, CustomStringConvertible {
    let file: String
    let text: String
    /// The program and its arguments.
    let words: [String]

    var arguments: [String] { Array(words.dropFirst()) }
    var table: CommandTable { words[0] == "ladder" ? .ladder : .server }

    var description: String { "\(file): \(text)" }
  }

  /// The placeholders in documents, with an argument for each.
  private static let placeholderValues = [
    "FILE": "file.ladder", "report.ladder": "file.ladder",
    "2025.html": "file.html", "FOLDER": "folder", "DIR": "folder",
    "LINK": "https://x.example/#1",
    "ID": "last", "NAMES": "theme", "NAME": "Ann", "CHALLENGE": "pushups-2min", "GROUP": "club",
  ]

  /// The commands that need a server, another person or a file of another program. They are only parsed.
  private static let parsedOnly: Set = [
    "import", "join", "sync", "publish", "leave", "group", "groups", "race",
  ]
  /// The commands that open the app, which needs a terminal or `--plain`.
  private static let opensApp: Set = ["start", "timer", "repeat", "replay"]

  /// The command lines in code blocks, and inline command lines with more than the name of a command.
  ///
  /// `docs/COMMANDS.md` is omitted, because it is generated from the parser's tables.
  static let lines: [Line] = Document.all.filter { $0.path != "docs/COMMANDS.md" }
    .flatMap { document -> [Line] in
      let blocks = document.blocks.flatMap(\.lines).filter(isCommand)
        .map { Line(document.path, $0) }
      let inline = document.codes.filter(isCommand).map { Line(document.path, $0) }
      return blocks + inline.filter { !$0.isMention }
    }

  private static func isCommand(_ text: String) -> Bool {
    text.hasPrefix("ladder ") || text.hasPrefix("ladder-server ")
  }

  @Test(.checkOnly, arguments: lines)
  func `a command of the documents is accepted`(line: Line) throws {
    let folder = TestFolder()
    let program = Program(environment: [
      "HOME": folder.path, "LADDER_DATA": folder.path + "/data", "LADDER_USER": "Ann",
      "XDG_CONFIG_HOME": folder.path + "/config", "TZ": "UTC",
    ])
    let isRoutine = line.arguments.first == "routines"
    folder.write(isRoutine ? "routine A: squat 5x5\n" : "press s\n", to: "file.ladder")
    var arguments = line.arguments.map { argument in
      // "sync" identifies machines by their numbers.
      let isNumber = argument == "ID" && line.arguments.first == "sync"
      let value = isNumber ? "1" : Self.placeholderValues[argument] ?? argument
      return value.hasPrefix("file.") || value == "folder"
        ? "\(folder.path)/\(value)" : value
    }
    let invocation = try Invocation([line.words[0]] + arguments, of: line.table)
    let verb = invocation.command.words.first.map(String.init) ?? ""
    // A routine of a program is found in the settings of the process.
    if verb != "start" { _ = try invocation.action() }
    guard
      line.table.program == "ladder", !Self.parsedOnly.contains(verb),
      !arguments.contains("--group")
    else { return }
    // Commands that repeat, restore or list something need data, and the next session a program.
    makeFolders("\(folder.path)/config/ladder")
    folder.write("program = Linear 5x5 since 2020-01-06\n", to: "config/ladder/settings")
    _ = program.run(["log", "pushups-2min", "--reps", "20"])
    _ = program.run(["log", "bench press", "100x5"])
    if verb == "restore" {
      #expect(program.run(["backup", "\(folder.path)/file"]).exitCode == 0)
      arguments[1] = "\(folder.path)/file"
    }
    if verb == "backup" || verb == "export" && arguments.count > 1 { arguments[1] += ".copy" }
    // These need a terminal, or continue until they are stopped.
    if verb == "replay" || arguments.contains("--watch") || arguments.contains("--record") {
      return
    }
    if verb == "" || Self.opensApp.contains(verb) { arguments.append("--plain") }
    let outcome = program.run(arguments)
    #expect(outcome.exitCode == 0, "\(line): \(outcome.errors)")
  }

  @Test(.checkOnly, arguments: Document.all)
  func `an option in a document exists in a program`(document: Document) {
    let known = Self.otherOptions.union(
      (CommandTable.ladder.options + CommandTable.server.options).map(\.spelling))
    for code in document.codes where code.hasPrefix("--") {
      let isKnown = known.contains(String(code.prefix { $0 != " " && $0 != "=" }))
      #expect(isKnown, "\(document): \(code)")
    }
  }

  /// The options of `ladder-bench` and of the linker in `docs/PERFORMANCE.md`, and of the example in `CONTRIBUTING.md`.
  private static let otherOptions: Set = ["--baseline", "--no-export-dynamic", "--location"]

  @Test(.checkOnly, arguments: Document.all)
  func `the path of a user's file is in a man page`(document: Document) {
    let page = [CommandTable.ladder, .server].map { table in
      Program(environment: [:], path: "\(buildFolder)/\(table.program)").run(["man"]).output
    }.joined().replacing("\\-", with: "-")
    for code in document.codes where code.hasPrefix("~/") && code != "~/.pgpass" {
      let path = code.replacing("~/.local/share", with: "$XDG_DATA_HOME")
        .replacing("~/.config", with: "$XDG_CONFIG_HOME")
      #expect(page.contains(".I \(path)\n"), "\(document): \(code)")
    }
  }

  @Test func `the documents have commands of each kind`() {
    let texts = Self.lines.map(\.text)
    #expect(texts.contains("ladder log 'bench press' w60x5 100x5 80x8@9"))
    #expect(texts.contains { $0.hasPrefix("ladder start ") } && Self.lines.count > 40)
  }
}

extension DocumentCommandTests.Line {
  /// Reads a command line like a shell, up to a comment, a redirection or the next command.
  fileprivate init(_ file: String, _ text: String) {
    self.file = file
    var (words, word, quote) = ([String](), String?.none, Character?.none)
    var end = text.startIndex
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else if word == nil, "#<>|&;".contains(character) {
        break
      } else {
        word = (word ?? "") + String(character)
      }
      end = text.index(after: index)
    }
    if let word { words.append(word) }
    self.words = words
    self.text = String(text[..<end]).trimmingSuffix(while: \.isWhitespace)
  }

  /// Whether the text only mentions a command that would need an operand or an option.
  fileprivate var isMention: Bool {
    guard let command = try? table.command(named: arguments) else { return false }
    let needsMore = command.operand.map { !$0.isOptional } ?? false || command.name == "remind"
    return needsMore && arguments == command.words.map(String.init)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    String(reversed().drop(while: isTrimmed).reversed())
  }
}
