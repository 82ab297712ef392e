import Clients
import FoundationEssentials
import Models
import SQLite
import ServerAPI

/// The exchange of a journal's entries with a server.
public struct Synchronization: Sendable {
  let database: Database
  let server: any JournalServer
  /// The server and the account, so that another one gets all entries.
  let account: String
  let key: JournalKey
  let person: PersonName
  /// The settings that the person's machines share, read from and written to the settings file.
  let settings: SharedSettings
  let now: @Sendable () -> Date

  /// Creates a synchronization.
  public init(
    database: Database, server: any JournalServer, account: String, key: JournalKey,
    person: PersonName, settings: SharedSettings = SharedSettings(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.database = database
    self.server = server
    self.account = account
    self.key = key
    self.person = person
    self.settings = settings
    self.now = now
  }

  /// The result of a synchronization.
  public struct Result: Hashable, Sendable {
    public var sentCount = 0
    /// The number of entries from other machines.
    public var receivedCount = 0
    /// The number of received entries that the key does not open.
    public var unreadableCount = 0
  }

  /// Sends what changed on this machine, and applies what changed on others.
  ///
  /// Interrupted at any point, the next call goes on: an entry is sent until the server has confirmed it, and a page is
  /// applied in the transaction that records its end.
  ///
  /// - Throws: ``SynchronizationError``, ``DatabaseError``, and errors of the server.
  public func run() async throws -> Result {
    var result = Result()
    let start = try await prepare()
    var end: JournalStore.ServerState
    do {
      end = try await receive(after: start, &result)
    } catch JournalServerError.unknownCursor {
      // The server was restored from a backup. It gets what it has lost.
      end = try await database.run { try $0.journal.startOver(start) }
      end = try await receive(after: end, &result)
    }
    end.syncedAt = now().millisecondsSince1970
    try await captureSettings()
    try await send(&result)
    try await database.run { [end] in try $0.journal.setServerState(end) }
    return result
  }

  /// Replaces the key. All entries are uploaded again with the new one, which the other machines need from then on.
  ///
  /// - Parameter save: Stores both keys, before the server knows the new one.
  /// - Throws: As ``run()``, and errors of `save`.
  public func changeKey(
    to new: JournalKey, saving save: @Sendable (JournalKey) async throws -> Void
  ) async throws -> Result {
    try await save(new)
    for attempt in 1... {
      _ = try await run()
      let state = try await prepare()
      guard let cursor = state.cursor else { throw SynchronizationError.invalidResponse }
      do {
        try await server.changeKey(
          JournalKeyChange(key: new.id, replaces: key.id, after: cursor))
        break
      } catch JournalServerError.unknownCursor where attempt < Self.maxAttempts {
        // Another machine has added entries in the meantime.
      }
    }
    return try await Synchronization(
      database: database, server: server, account: account, key: new, person: person,
      settings: settings, now: now
    ).run()
  }

  private static let maxAttempts = 10

  /// Adds what changed on this machine to its journal.
  ///
  /// - Returns: The last known state of the server.
  private func prepare() async throws -> JournalStore.ServerState {
    let shared = try settings.read()
    return try await database.run { connection in
      try connection.write {
        let store = connection.journal
        try store.applyUnknown(for: person)
        var state = try store.serverState()
        if state?.account != account || state?.key != key.id {
          state = try store.startOver(JournalStore.ServerState(account: account, key: key.id))
        }
        // On a new machine, the settings of the others count.
        try store.captureChanges(
          of: person, settings: state?.syncedAt == nil ? [:] : shared, at: now())
        return state ?? JournalStore.ServerState(account: account, key: key.id)
      }
    }
  }

  /// Adds the settings of this machine to the journal where no machine has set them.
  private func captureSettings() async throws {
    let shared = try settings.read()
    try await database.run { connection in
      try connection.write {
        try connection.journal.captureChanges(of: person, settings: shared, at: now())
      }
    }
  }

  private func receive(
    after start: JournalStore.ServerState, _ result: inout Result
  ) async throws -> JournalStore.ServerState {
    var state = start
    while true {
      let page = try await server.journalPage(after: state.cursor)
      if let key = page.key, key != self.key.id { throw SynchronizationError.otherKey }
      // A server that returns the same end again and again must not keep this machine busy for ever.
      guard page.isLast || page.next != state.cursor else {
        throw SynchronizationError.invalidResponse
      }
      state.cursor = page.next
      let (newCount, unreadableCount) = try await apply(page.entries, state)
      result.receivedCount += newCount
      result.unreadableCount += unreadableCount
      if page.isLast { return state }
    }
  }

  /// Applies a page in the transaction that records its end. It is decrypted on the database's thread, because that may
  /// take longer than a tick.
  private func apply(
    _ entries: [JournalEntry], _ state: JournalStore.ServerState
  ) async throws -> (newCount: Int, unreadableCount: Int) {
    let shared = try settings.read()
    let (newCount, unreadableCount, changed) = try await database.run { connection in
      let records = entries.compactMap { entry in
        key.open(entry.data, id: entry.id).flatMap { JournalRecord(content: $0) }
          .map { (id: entry.id, record: $0) }
      }
      return try connection.write {
        let store = connection.journal
        // What changed since `prepare` must not be overwritten.
        try store.captureChanges(
          of: person, settings: state.syncedAt == nil ? [:] : shared, at: now())
        let count = try store.receive(records, for: person)
        try store.setServerState(state)
        return (count, entries.count - records.count, try store.changedSettings(shared))
      }
    }
    if !changed.isEmpty { try settings.write(changed) }
    return (newCount, unreadableCount)
  }

  private func send(_ result: inout Result) async throws {
    while true {
      let (entries, upload) = try await database.run { connection in
        let entries = try connection.journal.outgoing(
          limit: JournalUpload.maxCount, maxSize: Self.maxUploadSize)
        let sealed = entries.map {
          JournalEntry(id: $0.id, data: key.seal($0.content, id: $0.id))
        }
        return (entries, JournalUpload(key: key.id, entries: sealed))
      }
      guard !entries.isEmpty else { return }
      do {
        _ = try await server.upload(upload)
      } catch JournalServerError.otherKey {
        throw SynchronizationError.otherKey
      }
      try await database.run { try $0.journal.markUploaded(entries) }
      result.sentCount += entries.count
    }
  }

  /// The maximum size of the contents in a request in bytes. In Base64 they are a third larger, and the server accepts
  /// 1 MB.
  private static let maxUploadSize = 600_000
}

/// The settings that a person's machines share.
public struct SharedSettings: Sendable {
  /// Returns the values in the settings file.
  public var read: @Sendable () throws -> [Settings.Field: String]
  /// Changes values in the settings file.
  public var write: @Sendable ([Settings.Field: String]) throws -> Void

  /// Creates a value; no settings are shared by default.
  public init(
    read: @escaping @Sendable () throws -> [Settings.Field: String] = { [:] },
    write: @escaping @Sendable ([Settings.Field: String]) throws -> Void = { _ in }
  ) {
    self.read = read
    self.write = write
  }
}

/// The reason why a synchronization is not possible.
public enum SynchronizationError: ExplainedError, Hashable {
  /// The journal on the server is encrypted with another key.
  case otherKey
  case invalidResponse
  /// libsodium is not installed.
  case missingLibrary(String)

  public var summary: String {
    switch self {
    case .otherKey: "your history on the server is encrypted with the key of another machine"
    case .invalidResponse: "the server's response about your history makes no sense"
    case .missingLibrary(let sentence): sentence
    }
  }

  public var remedy: String {
    switch self {
    case .otherKey:
      "run \"ladder sync words\" there, and \"ladder sync key\" here to type them"
    case .invalidResponse: "tell its operator"
    case .missingLibrary: "then try again"
    }
  }

  public var details: String { "synchronization: \(self)" }
}

// MARK: - The server

/// The routes of a server that a ``Synchronization`` uses.
public protocol JournalServer: Sendable {
  /// Returns the page of the journal after an end, or the first page.
  ///
  /// - Throws: ``JournalServerError`` for its cases, and other errors if there is no valid response.
  func journalPage(after end: String?) async throws -> JournalPage
  /// Adds entries to the journal.
  ///
  /// - Throws: As ``journalPage(after:)``.
  func upload(_ upload: JournalUpload) async throws -> JournalUploadResult
  /// Deletes all entries, to be uploaded again with another key.
  ///
  /// - Throws: As ``journalPage(after:)``.
  func changeKey(_ change: JournalKeyChange) async throws
}

/// An error of a server that a ``Synchronization`` can resolve.
public enum JournalServerError: Error, Hashable, Sendable {
  /// The journal is encrypted with another key.
  case otherKey
  /// The server does not have the given end of the journal, or it is not the end.
  case unknownCursor
}
