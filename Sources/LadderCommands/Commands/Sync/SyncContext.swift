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
    let database = try Database(Stores.open(in: folder))
    return try tool.withNetwork { transport in
      let history = HistorySync(file, database, transport, settings: settings)
      let value = try await body(history, database, ServerConnection(account, transport))
      await database.close()
      return value
    }
  }

  /// Returns the last known state of the history on the server, without the network.
  func status() throws -> SyncStatus? {
    try Stores.openExisting(in: folder)?.syncStatus()
  }
}
