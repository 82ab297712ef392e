import Clients
import FoundationEssentials
import Models
import ServerAPI
import Sodium
import SQLite

/// The synchronization of the history with an account's server. The key is in the account file.
public struct HistorySync: Sendable {
  let file: AccountFile
  let database: Database
  let transport: Transport
  let settings: SettingsFile?
  let now: @Sendable () -> Date

  public init(
    _ file: AccountFile, _ database: Database, _ transport: Transport, settings: SettingsFile?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file
    self.database = database
    self.transport = transport
    self.settings = settings
    self.now = now
  }

  /// Synchronizes the history. The first machine of a person creates the key.
  ///
  /// - Throws: ``SynchronizationError``, ``ServerError``, ``AccountFileError``, ``DatabaseError``.
  public func run(_ account: StoredAccount) async throws -> Synchronization.Result {
    try await synchronization(account, try await key(of: account)).run()
  }

  /// Encrypts all of the server's entries with a new key. The other machines need it from then on.
  ///
  /// If the change is interrupted after the file has the new key, the next ``run(_:)`` completes the change.
  ///
  /// - Throws: The errors of ``run(_:)``.
  public func changeKey(_ account: StoredAccount) async throws -> Synchronization.Result {
    // Synchronizes with the old key first, so that most errors occur before the file has the new key.
    _ = try await run(account)
    return try await run(setKey(JournalKey(), of: account))
  }

  /// Sets the key that the person typed, and synchronizes with it.
  ///
  /// - Throws: ``SynchronizationError/otherKey`` if the history on the server is encrypted with another key.
  public func useKey(
    _ key: JournalKey, of account: StoredAccount
  ) async throws -> Synchronization.Result {
    try requireLibrary()
    let page = try await ServerConnection(account, transport).journalPage(after: nil)
    if let current = page.key, current != key.id { throw SynchronizationError.otherKey }
    return try await run(setKey(key, of: account))
  }

  /// Returns the key of an account. If neither this machine nor the server has a key, creates one.
  ///
  /// - Throws: ``SynchronizationError/otherKey`` if another machine has it.
  public func key(of account: StoredAccount) async throws -> JournalKey {
    try requireLibrary()
    if let key = account.journalKey { return key }
    let server = ServerConnection(account, transport)
    guard try await server.journalPage(after: nil).key == nil else {
      throw SynchronizationError.otherKey
    }
    let key = try await update(account) { account in
      // Another program may have created a key in the meantime.
      let key = account.journalKey ?? JournalKey()
      account.journalKey = key
      return key
    }
    do {
      // The server refuses other keys from now on, even while there are no entries.
      _ = try await server.upload(JournalUpload(key: key.id, entries: []))
    } catch SynchronizationError.otherKey {
      try await update(account) { $0.journalKey = nil }
      throw SynchronizationError.otherKey
    }
    return key
  }

  /// Copies an account's shared settings to the settings file if another machine has set them.
  ///
  /// Called when the person chooses the settings to share, so that this machine does not overwrite existing values.
  public func adoptSettings(of account: StoredAccount) async throws {
    let settings = sharedSettings(of: account)
    let shared = try settings.read()
    let changed = try await database.run { try $0.journal.changedSettings(shared) }
    if !changed.isEmpty { try settings.write(changed) }
  }

  private func requireLibrary() throws(SynchronizationError) {
    if let failure = Sodium.failure { throw .missingLibrary(failure) }
  }

  /// Sets the key of an account in the file.
  ///
  /// - Returns: The account.
  private func setKey(_ key: JournalKey, of account: StoredAccount) async throws -> StoredAccount {
    try await update(account) { account in
      account.setJournalKey(key)
      return account
    }
  }

  /// Changes an account in the file, on the database's thread.
  private func update<Result: Sendable>(
    _ account: StoredAccount, _ change: @Sendable (inout StoredAccount) -> Result
  ) async throws -> Result {
    try await database.runWithoutConnection {
      try file.update { accounts in
        guard let index = accounts.firstIndex(where: { $0.id == account.id }) else {
          throw UnknownGroup(account.id)
        }
        return change(&accounts[index])
      }
    }
  }

  private func synchronization(_ account: StoredAccount, _ key: JournalKey) -> Synchronization {
    Synchronization(
      database: database, server: ServerConnection(account, transport),
      account: "\(account.server.text) \(account.groupID) \(account.member)", key: key,
      formerKeys: account.formerJournalKeys, person: account.person,
      settings: sharedSettings(of: account), now: now)
  }

  private func sharedSettings(of account: StoredAccount) -> SharedSettings {
    let fields = account.syncedSettings.compactMap(Settings.Field.init(rawValue:))
    guard let settings, !fields.isEmpty else { return SharedSettings() }
    return SharedSettings(
      read: {
        let values = settings.load().settings
        return Dictionary(uniqueKeysWithValues: fields.map { ($0, values.text(of: $0)) })
      },
      write: { changed in
        let previous = settings.load().settings
        var values = previous
        // A value that only newer versions know is ignored.
        for (field, text) in changed { try? values.set(field, to: text) }
        try settings.save(values, changing: previous)
      })
  }
}

// MARK: - The client

extension SyncClient {
  /// Returns a client that flushes the outbox of each account in a file, and syncs the history with the first account.
  ///
  /// - Parameters:
  ///   - clock: The clock for the pauses between synchronizations.
  ///   - interval: The maximum pause.
  public static func live(
    _ file: AccountFile, database: Database, outbox: Outbox, history: HistorySync,
    clock: any Clock<Duration>, interval: Duration = .seconds(180)
  ) -> SyncClient {
    // Several waiting requests have the same effect as one.
    let (requests, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return SyncClient(
      keepSyncing: { changed in
        guard file.exists else { return }
        let isJoined = try? await database.runWithoutConnection { try !file.load().isEmpty }
        guard isJoined == true else { return }
        await withTaskGroup(of: Void.self) { tasks in
          tasks.addTask {
            while !Task.isCancelled {
              continuation.yield()
              guard (try? await clock.sleep(for: interval)) != nil else { return }
            }
          }
          for await _ in requests {
            guard !Task.isCancelled else { break }
            if await sync(file, database, outbox, history) { await changed() }
          }
          tasks.cancelAll()
        }
      },
      request: { continuation.yield() })
  }

  /// Publishes and synchronizes once. Failures are not reported, because the next attempt is automatic; "ladder sync"
  /// and the leaderboards of groups show them.
  ///
  /// - Returns: Whether entries of another machine were received.
  private static func sync(
    _ file: AccountFile, _ database: Database, _ outbox: Outbox, _ history: HistorySync
  ) async -> Bool {
    let accounts = (try? await database.runWithoutConnection { try file.load() }) ?? []
    for account in accounts { try? await outbox.flush(account) }
    guard let first = accounts.first, let result = try? await history.run(first) else {
      return false
    }
    return result.receivedCount > 0
  }
}
