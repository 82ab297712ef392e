import Clients
import FoundationEssentials
import Models
import SQLite
import ServerAPI

/// The exchange of a journal's entries with a server.
public struct Synchronization: Sendable {
  let database: Database
  let server: any JournalServer
  /// The server and the account, so that a different server or account receives all entries.
  let account: String
  let key: JournalKey
  /// The previous keys, which only decrypt the entries of a server that was restored from a backup.
  let formerKeys: [JournalKey]
  let person: PersonName
  /// The settings that the person's machines share, read from and written to the settings file.
  let settings: SharedSettings
  let now: @Sendable () -> Date

  /// Creates a synchronization.
  public init(
    database: Database, server: any JournalServer, account: String, key: JournalKey,
    formerKeys: [JournalKey] = [], person: PersonName, settings: SharedSettings = SharedSettings(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.database = database
    self.server = server
    self.account = account
    self.key = key
    self.formerKeys = formerKeys
    self.person = person
    self.settings = settings
    self.now = now
  }

  /// The result of a synchronization.
  public struct Result: Hashable, Sendable {
    public var sentCount = 0
    /// The number of entries from other machines.
    public var receivedCount = 0
    /// The number of entries on the server that could not be read in this or in an earlier synchronization.
    public var unreadableCount = 0
  }

  /// Sends the changes on this machine, and applies the changes on other machines.
  ///
  /// If it is interrupted, the next call continues: an entry is sent until the server has confirmed it, and a page is
  /// applied in the transaction that records its end.
  ///
  /// If the server's journal has one of the former keys, because this machine has a new one or the server was restored
  /// from a backup, everything is received first. Then all entries are uploaded again with the current key.
  ///
  /// - Throws: ``SynchronizationError``, ``DatabaseError``, and errors of the server.
  public func run() async throws -> Result {
    var result = Result()
    for _ in 1...Self.maxAttempts {
      var (end, serverKey) = try await receive(after: try await prepare(), &result)
      if let serverKey, serverKey != key.id {
        try await replaceKey(serverKey, at: end)
        continue
      }
      try await captureSettings()
      let sentCount = result.sentCount
      try await send(&result)
      if result.sentCount > sentCount {
        // Receives the end that follows the sent entries, so that a restore of an older backup can be recognized.
        (end, _) = try await receive(after: end, &result)
      }
      end.syncedAt = now().millisecondsSince1970
      try await database.run { [end] in try $0.journal.setServerState(end) }
      result.unreadableCount = end.unreadableCount
      return result
    }
    throw SynchronizationError.invalidResponse
  }

  /// Deletes the entries on the server, which are encrypted with a former key, so that they are uploaded again.
  private func replaceKey(_ former: UUID, at end: JournalStore.ServerState) async throws {
    guard let cursor = end.cursor else { throw SynchronizationError.invalidResponse }
    do {
      try await server.changeKey(JournalKeyChange(key: key.id, replaces: former, after: cursor))
    } catch SynchronizationError.unknownCursor {
      // Another machine has added entries in the meantime. The next attempt receives them first.
      return
    }
    _ = try await database.run { try $0.journal.startOver(end) }
  }

  private static let maxAttempts = 10

  /// Adds the changes on this machine to its journal.
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
        // On a new machine, the settings of the other machines apply.
        try store.captureChanges(
          of: person, settings: state?.syncedAt == nil ? [:] : shared, at: now())
        return state ?? JournalStore.ServerState(account: account, key: key.id)
      }
    }
  }

  /// Adds to the journal the settings that no machine has set yet.
  private func captureSettings() async throws {
    let shared = try settings.read()
    try await database.run { connection in
      try connection.write {
        try connection.journal.captureChanges(of: person, settings: shared, at: now())
      }
    }
  }

  /// Receives the entries after a known end, or all entries if the server does not have that end.
  ///
  /// - Returns: The new end, and the ID of the key of the server's journal.
  private func receive(
    after start: JournalStore.ServerState, _ result: inout Result
  ) async throws -> (end: JournalStore.ServerState, key: UUID?) {
    do {
      return try await receivePages(after: start.rereadingDamage, &result)
    } catch SynchronizationError.unknownCursor where start.cursor != nil {
      // The server was restored from a backup. It receives the entries that it has lost.
      let start = try await database.run { try $0.journal.startOver(start) }
      return try await receivePages(after: start, &result)
    }
  }

  private func receivePages(
    after start: JournalStore.ServerState, _ result: inout Result
  ) async throws -> (end: JournalStore.ServerState, key: UUID?) {
    let keys = Dictionary(([key] + formerKeys).map { ($0.id, $0) }) { first, _ in first }
    var state = start
    for _ in 1...Self.maxPages {
      let page = try await server.journalPage(after: state.cursor)
      guard let pageKey = keys[page.key ?? key.id] else { throw SynchronizationError.otherKey }
      guard page.canFollow(state.cursor) else { throw SynchronizationError.invalidResponse }
      let newCount: Int
      (newCount, state) = try await apply(page, pageKey, after: state)
      result.receivedCount += newCount
      if page.isLast { return (state, page.key) }
    }
    throw SynchronizationError.tooManyPages(Self.maxPages)
  }

  /// The maximum number of pages of a synchronization. The largest journal that a server stores by default has 720.
  private static let maxPages = 1000

  /// Applies a page in the transaction that records its end. Nothing is written for entries that cannot be read. The
  /// page is decrypted on the database's thread, because that may take longer than a tick.
  ///
  /// - Returns: The number of new entries, and the state after the page.
  private func apply(
    _ page: JournalPage, _ pageKey: JournalKey, after start: JournalStore.ServerState
  ) async throws -> (newCount: Int, end: JournalStore.ServerState) {
    let shared = try settings.read()
    let (newCount, end, changed) = try await database.run {
      connection -> (Int, JournalStore.ServerState, [Settings.Field: String]) in
      let records = page.entries.compactMap { entry in
        pageKey.open(entry.data, id: entry.id).flatMap { JournalRecord(content: $0) }
          .map { (id: entry.id, record: $0) }
      }
      let end = start.advanced(
        to: page.next, unreadableCount: page.entries.count - records.count)
      guard !records.isEmpty else { return (0, end, [:]) }
      return try connection.write {
        let store = connection.journal
        // Changes since `prepare` must not be overwritten.
        try store.captureChanges(
          of: person, settings: start.syncedAt == nil ? [:] : shared, at: now())
        let count = try store.receive(records, for: person)
        try store.setServerState(end)
        return (count, end, try store.changedSettings(shared))
      }
    }
    if !changed.isEmpty { try settings.write(changed) }
    return (newCount, end)
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
      _ = try await server.upload(upload)
      try await database.run { try $0.journal.markUploaded(entries) }
      result.sentCount += entries.count
    }
  }

  /// The maximum size of the contents in a request in bytes. In Base64 they are a third larger, and the server accepts
  /// 1 MB.
  private static let maxUploadSize = 600_000
}

extension JournalPage {
  /// The maximum size of the end of a page in bytes, which is stored and sent back.
  private static let maxCursorSize = 200

  /// Whether the page is a plausible response. A server that sends endless pages or returns the same end repeatedly
  /// must not keep this machine busy.
  fileprivate func canFollow(_ cursor: String?) -> Bool {
    next.utf8.count <= Self.maxCursorSize && (isLast || !entries.isEmpty && next != cursor)
  }
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
  /// The server does not have the given position in the journal, or the position is not the end.
  case unknownCursor
  case invalidResponse
  /// The journal does not end after the maximum number of pages.
  case tooManyPages(Int)
  /// libsodium is not installed.
  case missingLibrary(String)

  public var summary: String {
    switch self {
    case .otherKey: "your history on the server is encrypted with the key of another machine"
    case .unknownCursor: "the server does not know how far this machine has read your history"
    case .invalidResponse: "the server's response about your history is invalid"
    case .tooManyPages(let count): "your history on the server has more than \(count) pages"
    case .missingLibrary(let sentence): sentence
    }
  }

  public var remedy: String {
    switch self {
    case .otherKey:
      "run \"ladder sync\" and \"ladder sync words\" there, then type the words in \"ladder sync key\" here"
    case .unknownCursor, .invalidResponse: "tell the server's operator"
    case .tooManyPages: "run \"ladder sync\" again to continue, or tell the server's operator"
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
  /// - Throws: ``SynchronizationError/otherKey`` and ``SynchronizationError/unknownCursor``, which a synchronization can
  ///   resolve, and other errors if there is no valid response.
  func journalPage(after end: String?) async throws -> JournalPage
  /// Adds entries to the journal.
  ///
  /// - Throws: The errors of ``journalPage(after:)``.
  func upload(_ upload: JournalUpload) async throws -> JournalUploadResult
  /// Deletes all entries, so that they can be uploaded again with another key.
  ///
  /// - Throws: The errors of ``journalPage(after:)``.
  func changeKey(_ change: JournalKeyChange) async throws
}
