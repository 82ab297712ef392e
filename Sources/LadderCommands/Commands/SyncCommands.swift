import ClientsLive
import CommandLineInterface
import Models
import SQLite

/// The context of the commands of `ladder sync`: the history's account, which is the first one of the account file.
struct SyncContext {
  let file: AccountFile
  let account: StoredAccount
  private let invocation: Invocation

  /// - Throws: ``UsageError`` if no server was joined, and `AccountFileError`.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    file = try invocation.accountFile()
    guard let account = try file.load().first else {
      throw UsageError(
        "this machine has not joined a server; run \"ladder join\" with a link from a group's owner, or "
          + "from \"ladder sync link\" on your other machine")
    }
    self.account = account
  }

  /// Runs `body` in the event loop with the open database, and publishes waiting workouts.
  func withHistory<Value: Sendable>(
    _ body: @escaping @MainActor (HistorySync, ServerConnection) async throws -> Value
  ) throws -> Value {
    let database = try Database(invocation.database())
    return try invocation.withNetwork { [file, account, settings = invocation.settingsFile] in
      let value = try await body(
        HistorySync(file, database, $0, settings: settings), ServerConnection(account, $0))
      let outbox = Outbox(database, $0.limited(to: .seconds(10)))
      // Workouts that cannot be sent wait for the next command.
      for account in try file.load() { try? await outbox.flush(account) }
      await database.close()
      return value
    }
  }

  /// Reports the number of entries on the server that cannot be read, if any.
  ///
  /// - Throws: `ReportedFailure` if there are any.
  func reportUnreadableEntries(_ count: Int) throws {
    guard count > 0 else { return }
    invocation.tool.report(
      "\(entries(count)) of your history on the server cannot be read; to send them again, run "
        + "\"ladder sync rekey\" on a machine that has all your workouts")
    throw ReportedFailure()
  }
}

/// Returns a number of entries of the history: `1 entry`.
private func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }

// MARK: - Commands

extension Command {
  /// Synchronizes the history: `ladder sync`. The app does it automatically.
  static let sync = Command(
    "sync", summary: "synchronize your machines",
    run: { invocation in
      let context = try SyncContext(invocation)
      let result = try context.withHistory { [account = context.account] history, _ in
        try await history.run(account)
      }
      invocation.output.completedChange = "your history is synchronized"
      try invocation.output.appendLine(
        "Sent \(entries(result.sentCount)), received \(entries(result.receivedCount)).")
      if context.account.journalKey == nil {
        try invocation.output.appendLine(
          "Your history is encrypted with a key that only this machine has. Write down its words:")
        try invocation.output.appendLine("  ladder sync words")
      }
      try context.reportUnreadableEntries(result.unreadableCount)
    })

  /// Prints the last known state of the synchronization, without the network: `ladder sync status`.
  static let syncStatus = Command(
    "sync status", summary: "show the sync status",
    run: { invocation in
      let context = try SyncContext(invocation)
      let account = context.account
      let status = try invocation.existingDatabase()?.syncStatus()
      var lines = [
        "Server    \(account.server.text)",
        "Account   \(account.member) in \(account.groupName)",
      ]
      if let status, let syncedAt = status.syncedAt {
        lines += [
          "Last sync \(LocalTime(syncedAt).text)",
          "Waiting   \(entries(status.waitingCount)), and changes since the last sync",
        ]
        if status.unknownCount > 0 {
          lines.append(
            "Unknown   \(entries(status.unknownCount)) from a newer Ladder; they are kept")
        }
        if !account.syncedSettings.isEmpty {
          lines.append("Settings  \(account.syncedSettings.joined(separator: ", "))")
        }
      } else {
        lines.append("Last sync never; run \"ladder sync\"")
      }
      for line in lines { try invocation.output.appendLine(line) }
      try context.reportUnreadableEntries(status?.unreadableCount ?? 0)
    })

  /// Prints a link with which another machine of the person joins: `ladder sync link`.
  static let syncLink = Command(
    "sync link", summary: "print a link for a machine",
    run: { invocation in
      let context = try SyncContext(invocation)
      let link = try context.withHistory { [account = context.account] history, connection in
        let key = try await history.key(of: account)
        return try await connection.inviteDevice().link + "." + key.linkText
      }
      try invocation.output.appendLine(link)
      invocation.tool.report(
        "the link contains the key of your history and works once, within a week; "
          + "run \"ladder join\" on the other machine, and paste the link")
    })

  /// Lists the person's machines, or renames one: `ladder sync devices`.
  static let syncDevices = Command(
    "sync devices", operand: Operand("ID", isOptional: true, example: "3 --rename laptop"),
    summary: "list or rename your machines", options: [.rename],
    parse: { invocation in
      let name = try invocation.arguments[.rename].map {
        try PersonName($0, from: "--rename", example: "--rename laptop")
      }
      let id = invocation.operand.isEmpty ? nil : Int64(invocation.operand)
      guard invocation.operand.isEmpty || id != nil && name != nil else {
        throw UsageError(
          "\"sync devices\" takes the ID of a machine with --rename, as in "
            + "\"ladder sync devices 3 --rename laptop\"")
      }
      return { try listDevices(renaming: id, to: name, invocation) }
    })

  /// If there is a name, renames the machine with the ID, by default this machine. Then lists the machines.
  private static func listDevices(
    renaming id: Int64?, to name: PersonName?, _ invocation: Invocation
  ) throws {
    let devices = try SyncContext(invocation).withHistory { _, connection in
      if let name {
        let current = try await connection.account().devices.first(where: \.isCurrent)?.id
        if let device = id ?? current { try await connection.renameDevice(device, to: name) }
      }
      return try await connection.account().devices
    }
    if name != nil { invocation.output.completedChange = "the machine is renamed" }
    try invocation.output.appendLine("ID      MACHINE")
    for device in devices.prefix(100) {
      let name = device.name.escapedText(maxLength: 60)
      let mark = device.isCurrent ? " (this one)" : ""
      try invocation.output.appendLine("\(String(device.id).padded(to: 6))  \(name)\(mark)")
    }
  }

  /// Removes a machine's access: `ladder sync remove ID`.
  static let syncRemove = Command(
    "sync remove", operand: Operand("ID", example: "3"), summary: "remove a machine's access",
    parse: { invocation in
      guard let device = Int64(invocation.operand) else {
        throw UsageError("\"sync remove\" needs an ID from \"ladder sync devices\"")
      }
      return {
        try SyncContext(invocation).withHistory { _, connection in
          try await connection.removeDevice(device)
        }
        invocation.output.completedChange = "the machine's access is removed"
        try invocation.output.appendLine(
          "Machine \(device) no longer has access. "
            + "If someone else has the machine, run \"ladder sync rekey\".")
      }
    })

  /// Prints the key of the history as words: `ladder sync words`.
  static let syncWords = Command(
    "sync words", summary: "print your history's key",
    run: { invocation in
      guard let key = try SyncContext(invocation).account.journalKey else {
        throw UsageError("there is no key yet; run \"ladder sync\" first")
      }
      for (index, word) in key.words.enumerated() {
        let number = String(index + 1).rightAligned(to: 2)
        invocation.output.append(
          "\(number) \(index % 4 == 3 ? word + "\n" : word.padded(to: 12))")
      }
      invocation.tool.report(
        "anyone with these words and access to the server can read your history")
    })

  /// Reads the words of the key from standard input: `ladder sync key`.
  static let syncKey = Command(
    "sync key", summary: "type your history's key",
    run: { invocation in
      let context = try SyncContext(invocation)
      if invocation.tool.isTerminal {
        invocation.output.append("The 24 words from \"ladder sync words\", on one or more lines: ")
        try invocation.output.flush()
      }
      let key: JournalKey
      do throws(RecoveryWordsError) {
        key = try JournalKey(words: readWords())
      } catch {
        throw UsageError(error.sentence)
      }
      let result = try context.withHistory { [account = context.account] history, _ in
        try await history.useKey(key, of: account)
      }
      invocation.output.completedChange = "the key is saved"
      try invocation.output.appendLine(
        "The words are right. Received \(entries(result.receivedCount)).")
      try context.reportUnreadableEntries(result.unreadableCount)
    })

  /// Reads lines from standard input, such as the six lines of "ladder sync words", until they have enough words or
  /// a line is empty.
  private static func readWords() -> String {
    var text = ""
    while RecoveryWords.words(in: text).count < RecoveryWords.count {
      let line = StandardInput.readLine(maxSize: 1000)
      guard !line.isEmpty, text.utf8.count < 4000 else { break }
      text += line + "\n"
    }
    return text
  }

  /// Replaces the key of the history: `ladder sync rekey`.
  static let syncRekey = Command(
    "sync rekey", summary: "replace your history's key",
    run: { invocation in
      let context = try SyncContext(invocation)
      let result = try context.withHistory { [account = context.account] history, _ in
        try await history.changeKey(account)
      }
      invocation.output.completedChange = "the history has a new key"
      try invocation.output.appendLine(
        "Your history is encrypted with a new key. Type the words from \"ladder sync words\" on every other"
      )
      try invocation.output.appendLine("machine with \"ladder sync key\".")
      try context.reportUnreadableEntries(result.unreadableCount)
    })

  /// Chooses the settings that are the same on all of a person's machines: `ladder sync settings`.
  static let syncSettings = Command(
    "sync settings",
    operand: Operand("NAMES", isOptional: true, example: "week-start,rest-seconds"),
    summary: "choose settings to share",
    parse: { invocation in
      let fields = try Settings.Field.shared(invocation.operand)
      return {
        let context = try SyncContext(invocation)
        var account = context.account
        if let fields {
          account = try context.file.update { accounts in
            guard let index = accounts.firstIndex(where: { $0.id == account.id }) else {
              return account
            }
            accounts[index].syncedSettings = fields.map(\.rawValue)
            return accounts[index]
          }
          try context.withHistory { [account] history, _ in
            try await history.adoptSettings(of: account)
          }
          invocation.output.completedChange = "the change is saved"
        }
        let names = account.syncedSettings
        try invocation.output.appendLine(
          names.isEmpty
            ? "No settings are shared between your machines."
            : "Shared between your machines: \(names.joined(separator: ", "))")
      }
    })
}

extension Settings.Field {
  /// The settings that can be shared. The others are the name, the unit, the usage log and a terminal's settings.
  private static var shareable: [Self] {
    [
      .preparation, .minGap, .rest, .beeps, .count, .weekStart, .trainingDays, .goal, .program,
      .theme,
    ]
  }

  /// Parses the settings to share: a list of names or `none`. Returns `nil` for an empty text, to change nothing.
  ///
  /// - Throws: ``UsageError``.
  fileprivate static func shared(_ list: String) throws -> [Self]? {
    guard !list.isEmpty else { return nil }
    return try list == "none"
      ? []
      : list.split(separator: ",").map { name in
        guard let field = Self(rawValue: String(name)), shareable.contains(field) else {
          let names = shareable.map(\.rawValue).joined(separator: ", ")
          throw UsageError("\(String(name).quoted) cannot be shared; choose from \(names)")
        }
        return field
      }
  }
}
