import FoundationEssentials
import Models
import SQLite

/// A store of the journal, in which a person's machines share workouts, plans, custom challenges and settings.
///
/// Entries are only added. Machines with the same entries have the same state, regardless of the order of arrival.
struct JournalStore {
  let connection: Connection

  /// An entry that the server does not have yet.
  struct Outgoing: Hashable, Sendable {
    var number: Int64
    var id: UUID
    var content: [UInt8]
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - isApplied: Whether the other tables reflect the entry.
  ///   - isUploaded: Whether the server has it.
  /// - Returns: Whether it is new.
  @discardableResult
  func add(
    _ record: JournalRecord, id: UUID = UUID(), isApplied: Bool, isUploaded: Bool
  ) throws -> Bool {
    try connection.run(
      """
      INSERT INTO journal (id, kind, subject, time, related, is_applied, is_uploaded, content)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      .uuid(id), .text(record.kind), .bytes(record.subject.bytes), .integer(record.time.rawValue),
      record.corrects.map { .uuid($0) } ?? .null, .integer(isApplied ? 1 : 0),
      .integer(isUploaded ? 1 : 0), .bytes(record.content))
    if connection.changedRowCount > 0 { return true }
    if isUploaded {
      try connection.run("UPDATE journal SET is_uploaded = 1 WHERE id = ?", .uuid(id))
    }
    return false
  }

  /// Returns the latest applied record about an item, if any.
  ///
  /// - Complexity: O(log n).
  func latest(_ kind: JournalKind, _ subject: JournalSubject) throws -> JournalRecord? {
    try connection.first(
      """
      SELECT content FROM journal WHERE kind = ? AND subject = ? AND is_applied = 1
      ORDER BY time DESC, id DESC LIMIT 1
      """, .text(kind.rawValue), .bytes(subject.bytes)
    ) { $0.withBytes("content") { JournalRecord(content: Array($0)) } } ?? nil
  }

  /// Returns the time of a new change of an item: a time later than all known changes.
  func nextTime(
    _ kind: JournalKind, _ subject: JournalSubject, at milliseconds: Int64
  ) throws -> HybridTime {
    let last = try connection.first(
      "SELECT max(time) FROM journal WHERE kind = ? AND subject = ?", .text(kind.rawValue),
      .bytes(subject.bytes)
    ) { $0.isNull(0) ? nil : HybridTime(rawValue: $0.integer(0)) }
    return HybridTime(milliseconds: milliseconds, after: last ?? nil)
  }

  /// Adds an entry about a local change.
  ///
  /// - Parameter milliseconds: The time of the change, in milliseconds since 1970.
  func record(
    _ kind: JournalKind, _ subject: JournalSubject, at milliseconds: Int64, _ body: some Codable
  ) throws {
    let time = try nextTime(kind, subject, at: milliseconds)
    try add(try JournalRecord(kind, subject, at: time, body), isApplied: true, isUploaded: false)
  }

  /// Returns the items of a kind that have an applied entry.
  func subjects(of kind: JournalKind) throws -> [JournalSubject] {
    try connection.all(
      "SELECT DISTINCT subject FROM journal WHERE kind = ? AND is_applied = 1",
      .text(kind.rawValue)
    ) { $0.subject("subject") }
  }

  /// Returns the next entries that the server does not have, in order.
  ///
  /// - Parameter maxSize: The maximum size of all contents together in bytes; the first entry may be larger.
  func outgoing(limit: Int, maxSize: Int) throws -> [Outgoing] {
    var size = 0
    let entries = try connection.all(
      """
      SELECT * FROM journal WHERE is_uploaded = 0 ORDER BY number LIMIT ?
      """, .integer(Int64(limit))
    ) {
      Outgoing(
        number: $0.integer("number"), id: try $0.uuid("id"),
        content: $0.withBytes("content") { Array($0) })
    }
    return Array(
      entries.prefix { entry in
        defer { size += entry.content.count }
        return size == 0 || size + entry.content.count <= maxSize
      })
  }

  /// Records that the server has the given entries.
  func markUploaded(_ entries: [Outgoing]) throws {
    try connection.write {
      for entry in entries {
        try connection.run(
          "UPDATE journal SET is_uploaded = 1 WHERE number = ?", .integer(entry.number))
      }
    }
  }

  /// The number of entries that the server does not have.
  func outgoingCount() throws -> Int {
    try connection.first("SELECT count(*) FROM journal WHERE is_uploaded = 0") {
      Int($0.integer(0))
    } ?? 0
  }

  /// The number of entries that this version of the program does not know, and keeps for newer versions.
  func unknownCount() throws -> Int {
    try connection.first("SELECT count(*) FROM journal WHERE is_applied = 0") {
      Int($0.integer(0))
    } ?? 0
  }

  // MARK: - The journal on the server

  /// The last known state of the journal on a server.
  struct ServerState: Hashable, Codable, Sendable {
    /// The server and the account.
    var account: String
    /// The ID of the key.
    var key: UUID
    /// The end of the last received page; `nil` if none was received.
    var cursor: String?
    /// The time of the last complete synchronization, in milliseconds since 1970.
    var syncedAt: Int64?
    /// The number of received entries that could not be read.
    var unreadableCount = 0
    /// The cursor before the first page with an unreadable entry; `nil` if that page is the journal's first.
    var cursorBeforeDamage: String?

    /// The state from which unreadable entries are received again, because they may have been repaired.
    var rereadingDamage: Self {
      guard unreadableCount > 0 else { return self }
      var state = self
      state.cursor = cursorBeforeDamage
      state.unreadableCount = 0
      return state
    }

    /// Returns the state after a page.
    func advanced(to cursor: String, unreadableCount count: Int) -> Self {
      var state = self
      if unreadableCount == 0 { state.cursorBeforeDamage = count > 0 ? self.cursor : nil }
      state.unreadableCount += count
      state.cursor = cursor
      return state
    }
  }

  func serverState() throws -> ServerState? {
    try connection.first("SELECT value FROM journal_server") {
      $0.withBytes(0) { try? JSONDecoder().decode(ServerState.self, from: Data($0)) }
    } ?? nil
  }

  func setServerState(_ state: ServerState) throws {
    try connection.write {
      try connection.run("DELETE FROM journal_server")
      try connection.run(
        "INSERT INTO journal_server (value) VALUES (?)",
        .bytes(Array(try JSONEncoder().encode(state))))
    }
  }

  /// Resets the state of the server, so that all entries are received and uploaded again.
  ///
  /// - Returns: The new state.
  func startOver(_ state: ServerState) throws -> ServerState {
    let new = ServerState(account: state.account, key: state.key)
    try connection.write {
      try connection.run("UPDATE journal SET is_uploaded = 0 WHERE is_uploaded = 1")
      try setServerState(new)
    }
    return new
  }
}

/// The last known state of the history on a server, available without the network.
public struct SyncStatus: Hashable, Sendable {
  /// The time of the last complete synchronization, if there was one.
  public var syncedAt: Date?
  /// The number of entries that the server does not have.
  public var waitingCount: Int
  /// The number of entries of a newer version of the program.
  public var unknownCount: Int
  /// The number of entries on the server that could not be read in the last synchronization.
  public var unreadableCount: Int
}

extension Connection {
  /// The store of the journal.
  var journal: JournalStore { JournalStore(connection: self) }

  /// Returns the last known state of the history on a server.
  public func syncStatus() throws -> SyncStatus {
    let store = journal
    let state = try store.serverState()
    return SyncStatus(
      syncedAt: state?.syncedAt.map(Date.init(millisecondsSince1970:)),
      waitingCount: try store.outgoingCount(), unknownCount: try store.unknownCount(),
      unreadableCount: state?.unreadableCount ?? 0)
  }
}

extension Row {
  func subject(_ column: String) -> JournalSubject {
    withBytes(column) { JournalSubject(bytes: Array($0)) }
  }
}
