import AppFeatures
import Clients
import ClientsLive
import CommandLineInterface
import Glibc
import HTTPClient
import HistoryFeatures
import Models
import SQLite
import Scripting
import TerminalHost
import TerminalUI

extension Invocation {
  /// Returns the current person: from `--as`, `LADDER_USER`, the settings, or the login name, in this order.
  ///
  /// - Parameter settings: The settings; by default those of the file, whose problems are reported.
  /// - Throws: ``UsageError`` if `LADDER_USER` isn't a valid name.
  func person(_ settings: LoadedSettings? = nil) throws -> PersonName {
    let settings = settings ?? loadSettingsReportingProblems()
    if let name = try arguments.person() { return name }
    if let given = tool.environment("LADDER_USER"), !given.isEmpty {
      return try PersonName(given, from: "LADDER_USER", example: "LADDER_USER=Ann")
    }
    return settings.settings.name ?? loginName
  }

  /// Reads the settings file and reports its invalid lines, including those about keys.
  func loadSettingsReportingProblems() -> LoadedSettings {
    let (settings, _) = loadSettingsAndKeys()
    for problem in settings.problems { tool.report(problem) }
    return settings
  }

  /// The login name, as the default name of the person.
  var loginName: PersonName {
    tool.passwordEntry(\.pw_name).flatMap { PersonName($0) }
      ?? tool.environment("USER").flatMap { PersonName($0) } ?? .unnamed
  }

  /// Returns the folder of the database: from `--data`, `LADDER_DATA`, or the user's data folder, in this order.
  ///
  /// - Throws: ``UsageError`` if there is none.
  func dataFolder() throws -> DataFolder {
    DataFolder(path: try arguments.dataFolder() ?? tool.defaultDataFolder())
  }

  /// Opens the database, in which days begin as in the settings.
  ///
  /// - Returns: `nil` if there is no database yet.
  /// - Throws: ``UsageError`` if there is no data folder; `DatabaseError`.
  func existingDatabase() throws -> Connection? {
    let connection = try Connection.openExisting(in: try dataFolder())
    try connection?.setDayStart(dayStart)
    return connection
  }

  /// Opens the database like ``existingDatabase()``, and creates it if it is missing.
  func database() throws -> sending Connection {
    let connection = try Connection.open(in: try dataFolder())
    try connection.setDayStart(dayStart)
    return connection
  }

  /// The beginning of the person's days.
  var dayStart: DayStart { loadSettings().settings.dayStart }

  /// Returns the built-in challenges and the custom challenges of the data folder.
  func catalogue() throws -> Catalogue {
    try existingDatabase()?.challenges.catalogue() ?? .standard
  }

  /// The folders in which SQLite may create temporary files.
  var temporaryFolders: [String] {
    [tool.environment("SQLITE_TMPDIR"), tool.environment("TMPDIR"), "/var/tmp", "/tmp"]
      .compactMap(\.self)
  }

  /// The settings file as determined by the environment, if any.
  var settingsFile: SettingsFile? { SettingsFile(environment: tool.environment) }

  /// Reads the settings file without its lines about keys.
  func loadSettings() -> LoadedSettings { settingsFile?.load() ?? LoadedSettings() }

  /// Reads the settings file with its lines about keys. The problems of all lines are in one list.
  func loadSettingsAndKeys() -> (LoadedSettings, KeyRemapping) {
    var keys = KeyRemapping()
    let settings = settingsFile?.load { entries in
      let chosen = KeySettings(entries, for: AppTab.keys.rows)
      keys = chosen.remapping
      return chosen.problems
    }
    return (settings ?? LoadedSettings(), keys)
  }
}

// MARK: - Starting the app

extension Invocation {
  /// Returns the options with which to start the app.
  ///
  /// - Throws: ``UsageError``.
  func launchOptions() throws -> LaunchOptions {
    let (settings, keys) = loadSettingsAndKeys()
    return LaunchOptions(
      person: try person(settings), defaultPerson: loginName,
      dataFolder: try dataFolder(), settingsFile: settingsFile,
      settings: settings, isASCII: has(.ascii),
      isColored: !has(.noColor) && (tool.environment("NO_COLOR") ?? "").isEmpty,
      theme: try arguments.theme(),
      terminal: TerminalOptions(
        isSynchronized: !has(.noSync),
        usesMouse: !has(.noMouse) && settings.settings.usesMouse,
        usesKittyKeyboard: !has(.noKitty) && settings.settings.usesKittyKeyboard,
        framesPerSecond: try arguments.framesPerSecond() ?? 50),
      keys: keys)
  }

  /// Checks that standard input and output are a terminal.
  ///
  /// - Parameter allowsPlain: Whether `--plain` makes the app read and write lines instead.
  /// - Throws: ``UsageError`` if they aren't.
  func requireTerminal(allowsPlain: Bool = false) throws {
    guard tool.isTerminal || allowsPlain && has(.plain) else {
      throw UsageError("this needs a terminal; \(noTerminalHint)")
    }
  }

  /// Runs the app, on the terminal or line by line, and exits the process with its outcome.
  func start(_ options: LaunchOptions) throws -> Never {
    terminate(with: try has(.plain) ? startPlain(options) : startTerminal(options))
  }

  /// Exits the process with the outcome of the app.
  func terminate(with outcome: ProgramOutcome) -> Never {
    var outcome = outcome
    outcome.message = outcome.message.map { "\(tool.table.program): \($0.escapedText)" }
    outcome.exitProcess()
  }
}

private let noTerminalHint =
  "without one, use \"ladder --plain\", \"ladder history\", \"ladder leaderboard CHALLENGE\" or "
  + "\"ladder challenges\""

// MARK: - Errors

extension TerminalError: CommandLineError {
  public var sentence: String { "\(self); \(remedy ?? noTerminalHint)" }
  public var exitCode: Int32 { 2 }
}

extension ScriptError: CommandLineError {
  public var sentence: String { description }
  public var exitCode: Int32 { 2 }
  public var beginsWithPlace: Bool { true }
}

extension ScriptFileError: CommandLineError {
  public var sentence: String { description }
  public var exitCode: Int32 { 2 }
}

extension PersonName {
  /// Creates a name from the command line or the environment.
  ///
  /// - Parameters:
  ///   - source: The option or the variable, for messages.
  ///   - example: A valid use of it.
  /// - Throws: ``UsageError``.
  init(_ text: String, from source: String, example: String) throws {
    guard let name = PersonName(text) else {
      throw UsageError("\(source) needs a name, as in \(example)")
    }
    guard !PersonName.isTooLong(text) else {
      throw UsageError(
        "\(source) must have at most \(PersonName.maxLength) characters; shorten it")
    }
    self = name
  }

  /// The name of a person without a login name.
  fileprivate static var unnamed: PersonName {
    guard let name = PersonName("somebody") else { fatalError("\"somebody\" is not a valid name") }
    return name
  }
}

// MARK: - Launch options

/// The options with which the app is started.
struct LaunchOptions {
  var person: PersonName
  /// The person if neither the command line nor the settings have a name.
  var defaultPerson: PersonName
  var dataFolder: DataFolder

  /// The settings file; `nil` if there is no folder for it.
  var settingsFile: SettingsFile?

  /// The contents of the settings file.
  var settings = LoadedSettings()

  /// Whether to draw with ASCII characters only.
  var isASCII: Bool

  /// Whether to use colors.
  var isColored: Bool

  /// The theme from the command line; `nil` for the one in the settings.
  var theme: Theme.Name?

  /// The features of the terminal to use.
  var terminal: TerminalOptions

  /// The person's key assignments.
  var keys: KeyRemapping

  /// The challenge to start at once, if any.
  var challenge: Challenge?

  /// Another workout to start at once, if any.
  var workout: WorkoutRequest?

  /// The workout to replay at the start, if any.
  var replay: WorkoutDetail.State?

  /// The file to record the session to, if any.
  var recording: RecordedSession.Options?
}

// MARK: - Network

extension EventLoop: SocketLoop {}

extension Transport {
  /// Creates the transport of an HTTP client in the event loop. Nothing is loaded before the first request.
  ///
  /// - Parameter environment: Returns the value of a variable. `SSL_CERT_FILE` names the certificates to trust instead of
  ///   the system's, as it does for OpenSSL.
  init(environment: (String) -> String?) {
    self.init(
      HTTPClient(
        on: EventLoop.shared,
        certificates: environment("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }))
  }
}

extension Invocation {
  /// Runs `body`, which uses the network, in the event loop of the process. This function can be called only once.
  ///
  /// - Throws: Errors of `body`.
  func withNetwork<Value: Sendable>(
    _ body: @escaping @MainActor (Transport) async throws -> Value
  ) throws -> Value {
    let transport = Transport(environment: tool.environment)
    return try EventLoop.run { try await body(transport) }
  }

  /// The accounts of the data folder.
  ///
  /// - Throws: ``UsageError`` if there is no data folder.
  func accountFile() throws -> AccountFile { AccountFile(in: try dataFolder()) }

  /// Returns the account with an ID, or the only account if no ID is given.
  ///
  /// - Throws: ``UsageError`` if there is no such account, or if there are several and no ID is given.
  func account(_ id: String?, among accounts: [StoredAccount]) throws -> StoredAccount {
    let ids = accounts.map(\.id.rawValue)
    guard !accounts.isEmpty else {
      throw UsageError("you have not joined a group; ask for a link and run \"ladder join\"")
    }
    guard let id else {
      if let only = accounts.first, accounts.count == 1 { return only }
      throw UsageError("choose a group with --group: \(ids.joined(separator: ", "))")
    }
    if let account = accounts.first(where: { $0.id.rawValue == id }) { return account }
    throw UsageError(
      "you have not joined a group \(id.quoted)", meant: ids.closest(to: id),
      otherwise: "\"ladder groups\" lists them")
  }
}
