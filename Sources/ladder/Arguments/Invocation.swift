import ClientsLive
import FoundationEssentials
import Models
import Scripting
import TerminalUI

/// What a command line asks for.
struct Invocation: Hashable {
  enum Command: Hashable {
    /// The screens.
    case app
    case play(PlayedScript)
    /// Prints which demos there are.
    case demos
    case history(json: Bool)
    case leaderboard(Challenge, TimeFilter, json: Bool)
    case challenges(json: Bool)
    case events(clears: Bool, json: Bool)
    case log(LoggedWorkout)
    case plan(json: Bool)
    case status(json: Bool, watches: Bool)
    /// The screens, with the workout on them whose id begins so.
    case replay(WorkoutReference)
    case backup(file: String)
    case restore(file: String)
    case doctor(repairs: Bool)
    case man
    case completions(Shell)
    case help
    case version
  }

  var command: Command

  /// What `--as` said.
  var person: PersonName?

  /// What `--data` said.
  var dataFolder: DataFolder?

  var isASCII = false
  var isColorless = false

  /// What `--theme` said.
  var theme: Theme.Name?
  var isUnsynchronized = false
  var isMouseless = false
  var isKittyless = false
  /// What `--fps` said.
  var framesPerSecond: Int?

  /// Whether it goes line by line instead of on a screen.
  var isPlain = false

  /// Where the session is written down, if it is.
  var recording: RecordedSession.Options?
}

extension Invocation {
  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: The words, the program's own name first.
  ///   - catalogue: The challenges there are, those that people made in that folder among them; asked for only when the
  ///     program itself comes with none of the name.
  ///   - now: The time on the wall.
  /// - Throws: ``UsageError``.
  init(
    arguments: [String], catalogue: (DataFolder?) throws -> Catalogue = { _ in .standard },
    now: @autoclosure () -> Date = Date()
  ) throws {
    let words = try CommandLineWords(arguments)
    isASCII = words.has(.ascii)
    isColorless = words.has(.noColor)
    theme = try words.theme()
    isUnsynchronized = words.has(.noSync)
    isMouseless = words.has(.noMouse)
    isKittyless = words.has(.noKitty)
    framesPerSecond = try words.framesPerSecond()
    isPlain = words.has(.plain)

    if words.has(.help) {
      command = .help
    } else if words.has(.version) {
      command = .version
    } else {
      let verb = try words.verb()
      try words.refuseForeignOptions(of: verb)
      let operand = try words.operand(of: verb)
      person = try words.person()
      let folder = try words.dataFolder()
      dataFolder = folder
      let json = words.has(.json)
      switch verb {
      case nil:
        command = .app
        recording = try words.recording()
      case .demo where words.has(.list): command = .demos
      case .demo, .play: command = .play(try words.playedScript(operand, isDemo: verb == .demo))
      case .history: command = .history(json: json)
      case .challenges: command = .challenges(json: json)
      case .events: command = .events(clears: words.has(.clear), json: json)
      case .leaderboard:
        command = .leaderboard(
          try Self.challenge(operand) { try catalogue(folder) },
          words.has(.week) ? .thisWeek : .allTime,
          json: json)
      case .log:
        command = .log(
          try LoggedWorkout(
            try Self.challenge(operand, toBeDone: true) { try catalogue(folder) },
            reps: words.values[.reps], time: words.values[.time], at: words.values[.at],
            now: now()))
      case .backup: command = .backup(file: try Self.file(operand, of: .backup))
      case .restore: command = .restore(file: try Self.file(operand, of: .restore))
      case .doctor: command = .doctor(repairs: words.has(.repair))
      case .man: command = .man
      case .completions: command = .completions(try Self.shell(operand))
      case .replay: command = .replay(try WorkoutReference(operand))
      case .plan: command = .plan(json: json)
      case .status: command = .status(json: json, watches: words.has(.watch))
      }
    }
  }

  private static func file(_ word: String, of verb: Verb) throws -> String {
    guard !word.isEmpty else {
      throw UsageError("\"\(verb.rawValue)\" needs a file, as in \"\(verb.example)\"")
    }
    // SQLite may be built to read a path that begins with `file:` as a URL.
    return word.hasPrefix("/") ? word : "./" + word
  }

  private static func shell(_ word: String) throws -> Shell {
    if let shell = Shell(rawValue: word) { return shell }
    throw UsageError("there are no completions for \(word.quoted); there are bash, zsh and fish")
  }

  /// - Parameter toBeDone: Whether one that was deleted will not do.
  private static func challenge(
    _ word: String, toBeDone: Bool = false, in catalogue: () throws -> Catalogue
  ) throws -> Challenge {
    let id = Challenge.ID(rawValue: word)
    if let challenge = Catalogue.standard[id] { return challenge }
    let catalogue = try catalogue()
    if let challenge = catalogue.challenges.first(where: { $0.id == id }) { return challenge }
    if !toBeDone, let challenge = catalogue[id] { return challenge }
    let ids = catalogue.challenges.map(\.id.rawValue)
    let hint =
      suggestion(for: word, among: ids).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder challenges\" lists them"
    throw UsageError("there is no challenge \(word.quoted); \(hint)")
  }
}

extension CommandLineWords {
  fileprivate func person() throws -> PersonName? {
    guard let text = values[.person] else { return nil }
    guard let name = PersonName(text) else {
      throw UsageError("--as needs a name with letters in it, as in --as Ann")
    }
    return name
  }

  fileprivate func dataFolder() throws -> DataFolder? {
    guard let path = values[.data] else { return nil }
    guard !path.isEmpty else { throw UsageError("--data needs a folder, as in --data DIR") }
    return DataFolder(path: path)
  }

  fileprivate func theme() throws -> Theme.Name? {
    guard let word = values[.theme] else { return nil }
    if let name = Theme.Name(rawValue: word) { return name }
    let names = Theme.Name.allCases.map(\.rawValue)
    throw UsageError(
      "there is no theme \(word.quoted); there are "
        + names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")")
  }

  fileprivate func framesPerSecond() throws -> Int? {
    guard let word = values[.fps] else { return nil }
    guard let number = Int(word), (1...100).contains(number) else {
      throw UsageError("\(word.quoted) is no number for --fps; there are 1 to 100")
    }
    return number
  }

  fileprivate func verb() throws -> Verb? {
    guard let word = plain.first else { return nil }
    if let verb = Verb(rawValue: word) { return verb }
    let hint =
      suggestion(for: word, among: Verb.allCases.map(\.rawValue)).map { "did you mean \"\($0)\"?" }
      ?? "\"ladder --help\" lists them"
    throw UsageError("there is no command \(word.quoted); \(hint)")
  }

  /// The word after the command; empty for a command that takes none.
  fileprivate func operand(of verb: Verb?) throws -> String {
    let expected = verb?.operands.isEmpty == false ? 1 : 0
    let isOptional = verb?.operands.hasPrefix("[") == true
    let operands = plain.dropFirst()
    if let extra = operands.dropFirst(expected).first, let verb {
      throw UsageError(
        "\"\(verb.rawValue)\" has no use for \(extra.quoted); leave it out, or see \"ladder --help\""
      )
    }
    guard let verb, expected > 0 else { return "" }
    guard let operand = operands.first else {
      if isOptional { return "" }
      let isChallenge = verb.takesChallenge
      let article = verb.operands.hasPrefix("I") ? "an" : "a"
      throw UsageError(
        "\"\(verb.rawValue)\" needs \(article) \(verb.operands.lowercased()), as in \"\(verb.example)\""
          + (isChallenge ? "; \"ladder challenges\" lists them" : ""))
    }
    return operand
  }

  fileprivate func recording() throws -> RecordedSession.Options? {
    guard let path = try path(.record) else {
      guard !has(.redact) else {
        throw UsageError("--redact goes with --record, as in --record FILE --redact")
      }
      return nil
    }
    guard !has(.plain) else { throw UsageError("--record writes down screens; leave --plain out") }
    return RecordedSession.Options(path: path, isRedacted: has(.redact))
  }

  /// - Parameter word: The demo's name or the script's file; a demo's may be empty.
  fileprivate func playedScript(_ word: String, isDemo: Bool) throws -> PlayedScript {
    var played = PlayedScript(source: .file(word))
    if isDemo, !word.contains("/"), !word.contains(".") {
      let names = Demo.all.map(\.name)
      let name = word.isEmpty ? names[0] : word
      guard names.contains(name) else {
        let hint =
          suggestion(for: name, among: names).map { "did you mean \"\($0)\"?" }
          ?? "\"ladder demo --list\" lists them; a file has a . or a / in its name"
        throw UsageError("there is no demo \(name.quoted); \(hint)")
      }
      played.source = .demo(name)
    }
    played.speed = try speed()
    played.cast = try path(.record)
    played.shots = try path(.shots)
    played.checks = has(.check)
    if played.checks, played.shots == nil {
      throw UsageError("--check needs the pictures' folder, as in --check --shots DIR")
    }
    if played.checks { played.speed = .max }
    return played
  }

  private func path(_ option: Option.Name) throws -> String? {
    guard let path = values[option] else { return nil }
    guard !path.isEmpty else { throw UsageError("--\(option.rawValue) needs a name") }
    return path
  }

  private func speed() throws -> PlayedScript.Speed? {
    guard let word = values[.speed] else { return nil }
    if word == "max" { return .max }
    let range = PlayedScript.Speed.range
    guard let factor = Double(word), range.contains(factor) else {
      throw UsageError("\(word.quoted) is no speed for --speed; there are 0.25 to 100, and max")
    }
    return .times(factor)
  }

  fileprivate func refuseForeignOptions(of verb: Verb?) throws {
    for option in Option.all {
      guard has(option.name), let verbs = option.verbs, !option.belongs(to: verb) else { continue }
      let owners =
        (option.goesAlone ? ["\"ladder\" alone"] : [])
        + Verb.allCases.filter(verbs.contains).map { "\"\($0.rawValue)\"" }
      let whose = owners.joined(separator: ", ")
      throw UsageError(
        "\(option.spelling) goes with \(whose), not with "
          + (verb.map { "\"\($0.rawValue)\"" } ?? "\"ladder\" alone"))
    }
  }
}
