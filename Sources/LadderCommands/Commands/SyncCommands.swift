import ClientsLive
import CommandLineInterface
import Models
import SQLite

/// The context of the commands of `ladder sync`: the account of the history, the first one that was joined.
struct SyncContext {
  let file: AccountFile
  let account: StoredAccount
  private let folder: DataFolder
  private let settings: SettingsFile?

  /// - Throws: ``UsageError`` if no server was joined, and `AccountFileError`.
  init(_ tool: CommandLineTool, _ common: CommonOptions) throws {
    file = try tool.accountFile(common)
    folder = try tool.dataFolder(common)
    settings = tool.settingsFile
    guard let account = try file.load().first else {
      throw UsageError(
        "this machine has not joined a server; run \"ladder join\" with a link from its owner, or "
          + "from \"ladder sync link\" on your other machine")
    }
    self.account = account
  }

  /// Runs `body` in the event loop with the open database.
  func withHistory<Value: Sendable>(
    _ tool: CommandLineTool,
    _ body: @escaping @MainActor (HistorySync, Database, ServerConnection) async throws -> Value
  ) throws -> Value {
    let database = try Database(Connection.open(in: folder))
    return try tool.withNetwork { transport in
      let history = HistorySync(file, database, transport, settings: settings)
      let value = try await body(history, database, ServerConnection(account, transport))
      await database.close()
      return value
    }
  }

  /// Returns the last known state of the history on the server, without the network.
  func status() throws -> SyncStatus? {
    try Connection.openExisting(in: folder)?.syncStatus()
  }
}

// MARK: - Sync

/// A command that sends and receives what changed: `ladder sync`. The app does it by itself.
struct SyncCommand: Command {
  static let verb = Verb(name: "sync", summary: "synchronize your machines")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let hadKey = context.account.journalKey != nil
    let result = try context.withHistory(tool) { history, _, _ in
      try await history.run(context.account)
    }
    let sent = Self.count(result.sentCount, "entry", "entries")
    let received = Self.count(result.receivedCount, "entry", "entries")
    tool.output.completedChange = "your history is synchronized"
    try tool.output.appendLine("Sent \(sent), received \(received).")
    if result.unreadableCount > 0 {
      let unreadable = Self.count(result.unreadableCount, "entry", "entries")
      tool.report(
        "the server returned \(unreadable) that your key does not open; tell its operator")
    }
    if !hadKey {
      try tool.output.appendLine(
        "Your history is encrypted with a key that only this machine has. Write down its words:")
      try tool.output.appendLine("  ladder sync words")
    }
    return result.unreadableCount == 0 ? 0 : 1
  }

  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

/// A command that says what is synchronized, without the network: `ladder sync status`.
struct SyncStatusCommand: Command {
  static let verb = Verb(name: "sync status", summary: "show what waits to be sent")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let account = context.account
    try tool.output.appendLine("Server    \(account.server.text)")
    try tool.output.appendLine("Account   \(account.member) in \(account.groupName)")
    guard let status = try context.status(), let syncedAt = status.syncedAt else {
      try tool.output.appendLine("Last sync never; run \"ladder sync\"")
      return 0
    }
    try tool.output.appendLine("Last sync \(LocalTime(syncedAt).text)")
    try tool.output.appendLine(
      "Waiting   \(SyncCommand.count(status.waitingCount, "entry", "entries")), and what changed since"
    )
    if status.unknownCount > 0 {
      try tool.output.appendLine(
        "Unknown   \(SyncCommand.count(status.unknownCount, "entry", "entries")) of a newer Ladder, which are kept"
      )
    }
    if !account.syncedSettings.isEmpty {
      try tool.output.appendLine(
        "Settings  \(account.syncedSettings.joined(separator: ", "))")
    }
    return 0
  }
}

// MARK: - Sync devices

/// A command that prints a link with which another machine of the person joins: `ladder sync link`.
struct SyncLinkCommand: Command {
  static let verb = Verb(name: "sync link", summary: "print a link for a machine")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let link = try context.withHistory(tool) { history, _, connection in
      let key = try await history.key(of: context.account)
      return try await connection.inviteDevice().link.escapedText + "." + key.linkText
    }
    try tool.output.appendLine(link)
    tool.report(
      "the link has the key of your history and works once, for a week; "
        + "run \"ladder join\" on the other machine, and paste it there")
    return 0
  }
}

/// A command that lists the person's machines: `ladder sync devices`.
struct SyncDevicesCommand: Command {
  static let verb = Verb(name: "sync devices", summary: "list your machines")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let devices = try context.withHistory(tool) { _, _, connection in
      try await connection.account().devices
    }
    try tool.output.appendLine("ID      MACHINE")
    for device in devices {
      let name = device.name.escapedText(maxLength: 60)
      let mark = device.isCurrent ? " (this one)" : ""
      try tool.output.appendLine("\(String(device.id).padded(to: 6))  \(name)\(mark)")
    }
    return 0
  }
}

/// A command that takes a machine's access away: `ladder sync remove ID`.
struct SyncRemoveCommand: Command {
  static let verb = Verb(
    name: "sync remove", operand: .init(name: "ID", example: "3"),
    summary: "take a machine's access away")

  let common: CommonOptions
  let device: Int64

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    guard let device = Int64(invocation.operand) else {
      throw UsageError("\"sync remove\" needs an ID from \"ladder sync devices\"")
    }
    self.device = device
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    try context.withHistory(tool) { [device] _, _, connection in
      try await connection.removeDevice(device)
    }
    tool.output.completedChange = "the machine has no access any more"
    try tool.output.appendLine(
      "Machine \(device) has no access any more. If somebody else has it, run \"ladder sync rekey\"."
    )
    return 0
  }
}

// MARK: - Sync keys

/// A command that prints the key of the history as words: `ladder sync words`.
struct SyncWordsCommand: Command {
  static let verb = Verb(name: "sync words", summary: "print your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    guard let key = context.account.journalKey else {
      throw UsageError("there is no key yet; run \"ladder sync\" first")
    }
    for (index, word) in key.words.enumerated() {
      let number = String(index + 1).rightAligned(to: 2)
      let isLastInLine = index % 4 == 3
      tool.output.append(
        "\(number) \(isLastInLine ? word : word.padded(to: 12))\(isLastInLine ? "\n" : "")")
    }
    tool.report("anyone with these words and access to the server can read your history")
    return 0
  }
}

/// A command that reads the words of the key from standard input: `ladder sync key`.
struct SyncKeyCommand: Command {
  static let verb = Verb(name: "sync key", summary: "type your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    if tool.isTerminal {
      tool.output.append("The 24 words of \"ladder sync words\", in one line: ")
      try tool.output.flush()
    }
    let key: JournalKey
    do {
      key = try JournalKey(words: StandardInput.readLine(maxSize: 1000))
    } catch {
      throw UsageError(error.sentence)
    }
    let result = try context.withHistory(tool) { history, _, _ in
      try await history.useKey(key, of: context.account)
      var account = context.account
      account.journalKey = key
      return try await history.run(account)
    }
    let received = SyncCommand.count(result.receivedCount, "entry", "entries")
    tool.output.completedChange = "the key is saved"
    try tool.output.appendLine("The words are right. Received \(received).")
    return 0
  }
}

/// A command that replaces the key of the history: `ladder sync rekey`.
struct SyncRekeyCommand: Command {
  static let verb = Verb(name: "sync rekey", summary: "replace your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    _ = try context.withHistory(tool) { history, _, _ in
      try await history.changeKey(context.account)
    }
    tool.output.completedChange = "the history has a new key"
    try tool.output.appendLine(
      "Your history is encrypted with a new key. Type the words of \"ladder sync words\" on each other"
    )
    try tool.output.appendLine("machine with \"ladder sync key\".")
    return 0
  }
}

// MARK: - Sync settings

/// A command that chooses the settings that are the same on all of a person's machines: `ladder sync settings`.
struct SyncSettingsCommand: Command {
  static let verb = Verb(
    name: "sync settings",
    operand: .init(
      name: "NAMES", isOptional: true, example: "week-start,rest-seconds"),
    summary: "choose settings to share")

  let common: CommonOptions
  /// The settings to share; `nil` to list them.
  let fields: [Settings.Field]?

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    switch invocation.operand {
    case "": fields = nil
    case "none": fields = []
    default:
      fields = try invocation.operand.split(separator: ",").map { name in
        guard
          let field = Settings.Field(rawValue: String(name)),
          Settings.Field.shareable.contains(field)
        else {
          let names = Settings.Field.shareable.map(\.rawValue).joined(separator: ", ")
          throw UsageError("\(String(name).quoted) is not a setting to share; these are: \(names)")
        }
        return field
      }
    }
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    var account = context.account
    if let fields {
      let names = fields.map(\.rawValue)
      account = try context.file.update { accounts in
        guard let index = accounts.firstIndex(where: { $0.id == account.id }) else {
          return account
        }
        accounts[index].syncedSettings = names
        return accounts[index]
      }
      try context.withHistory(tool) { [account] history, _, _ in
        try await history.adoptSettings(of: account)
      }
      tool.output.completedChange = "the change is saved"
    }
    let names = account.syncedSettings
    try tool.output.appendLine(
      names.isEmpty
        ? "No settings are shared between your machines."
        : "Shared between your machines: \(names.joined(separator: ", "))")
    return 0
  }
}

extension Settings.Field {
  /// The settings that make sense on every machine. The others depend on its terminal, or are the name.
  fileprivate static var shareable: [Self] {
    [.preparation, .minGap, .rest, .beeps, .count, .weekStart, .trainingDays, .goal, .theme]
  }
}
