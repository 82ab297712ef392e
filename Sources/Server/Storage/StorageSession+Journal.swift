import FoundationEssentials
import PostgreSQL
import ServerAPI

/// Members' journals.
extension StorageSession {
  /// Appends entries to a member's journal, and sets the journal's key if it has none.
  ///
  /// An entry whose ID is already in the journal, or occurs earlier in `entries`, changes nothing. Positions follow the
  /// order of commits, so a reader never misses an entry that is committed later.
  ///
  /// - Parameter maxSize: The maximum sum of ``JournalEntry/storedSize`` in the journal.
  public func append(
    _ entries: [JournalEntry], toJournalOf member: Int64, key: UUID, maxSize: Int64
  ) throws -> JournalAppendResult {
    try database.write { connection, changes in
      // A later transaction of the member sees these entries and appends after them.
      lock(member, on: connection)
      let isMember = try connection.hasRow(
        "SELECT number FROM members WHERE number = $1 AND removed_at IS NULL", .integer(member))
      guard isMember else { throw Self.memberRemoved }
      let journal = try journalHead(of: member, on: connection)
      if let journal, journal.key != key { return .otherKey }
      let new = try newEntries(entries, inJournalOf: member, on: connection)
      let size = new.reduce(journal?.size ?? 0) { $0 + $1.storedSize }
      // A full journal still accepts known entries, which change nothing.
      guard new.isEmpty || size <= maxSize else { return .full }
      var end = journal?.end ?? JournalPosition(startOfJournalWithKey: key)
      for entry in new {
        end.advance(past: entry.id)
        try connection.queue(
          """
          INSERT INTO journal_entries (member, position, id, digest, data)
          VALUES ($1, $2, $3, $4, $5)
          """,
          .integer(member), .integer(end.count), .uuid(entry.id), .bytes(end.digest),
          .bytes(Array(entry.data)))
      }
      try setJournalHead(JournalHead(key: key, end: end, size: size), of: member, on: connection)
      if !new.isEmpty { changes.insert(.journal(member: member)) }
      return .recorded(new.count)
    }
  }

  /// Returns the entries that are not in a member's journal yet, without duplicates.
  private func newEntries(
    _ entries: [JournalEntry], inJournalOf member: Int64, on connection: any StorageConnection
  ) throws -> [JournalEntry] {
    var ids: Set<UUID> = []
    let statements = entries.map {
      Statement(
        "SELECT id FROM journal_entries WHERE member = $1 AND id = $2", .integer(member),
        .uuid($0.id))
    }
    try connection.run(statements) { ids.insert(try $1.uuid("id")) }
    return entries.filter { ids.insert($0.id).inserted }
  }

  /// Returns the part of a member's journal after a position.
  ///
  /// - Parameters:
  ///   - position: The position; `nil`, or a position with the count 0, for the start.
  ///   - maxCount: The maximum number of entries.
  ///   - maxSize: The size of data in bytes at which the part ends. The entry that reaches it is included.
  /// - Returns: `nil` if the journal does not have the position.
  public func journal(
    of member: Int64, after position: JournalPosition?, maxCount: Int, maxSize: Int
  ) throws -> JournalSlice? {
    try database.snapshot { connection in
      guard let journal = try journalHead(of: member, on: connection) else {
        let isStart = position.map { $0.count == 0 } ?? true
        return isStart ? JournalSlice(key: nil, entries: [], end: .start, isLast: true) : nil
      }
      var end = JournalPosition(startOfJournalWithKey: journal.key)
      if let position, position.count > 0 {
        let digest = try connection.first(
          "SELECT digest FROM journal_entries WHERE member = $1 AND position = $2",
          .integer(member), .integer(position.count)
        ) { try $0.bytes("digest") }
        guard digest == position.digest else { return nil }
        end = position
      }
      let entries = try connection.all(
        """
        WITH page AS (
          SELECT position, sum(size) OVER (ORDER BY position) - size AS size_before FROM (
            SELECT position, length(data) AS size FROM journal_entries
            WHERE member = $1 AND position > $2 ORDER BY position LIMIT $3) AS sizes)
        SELECT e.id, e.data, e.position, e.digest
        FROM page JOIN journal_entries e ON e.member = $1 AND e.position = page.position
        WHERE page.size_before < $4 ORDER BY page.position
        """,
        .integer(member), .integer(end.count), .integer(Int64(maxCount)), .integer(Int64(maxSize))
      ) { row in
        end = JournalPosition(count: try row.integer("position"), digest: try row.bytes("digest"))
        return JournalEntry(id: try row.uuid("id"), data: Data(try row.bytes("data")))
      }
      return JournalSlice(key: journal.key, entries: entries, end: end, isLast: end == journal.end)
    }
  }

  /// Deletes all entries of a member's journal and sets a new key.
  ///
  /// If the journal already has the new key, nothing changes, because the request was repeated.
  ///
  /// - Parameters:
  ///   - oldKey: The key that the journal must have.
  ///   - end: The position at which the journal must end.
  public func changeJournalKey(
    of member: Int64, from oldKey: UUID, to key: UUID, at end: JournalPosition
  ) throws -> JournalKeyChangeResult {
    try database.write { connection, changes in
      lock(member, on: connection)
      let journal = try journalHead(of: member, on: connection)
      if journal?.key == key { return .changed }
      guard let journal, journal.key == oldKey else { return .otherKey }
      guard journal.end == end else { return .unknownEnd }
      try connection.queue("DELETE FROM journal_entries WHERE member = $1", .integer(member))
      let start = JournalPosition(startOfJournalWithKey: key)
      try setJournalHead(JournalHead(key: key, end: start, size: 0), of: member, on: connection)
      changes.insert(.journal(member: member))
      return .changed
    }
  }

  private func journalHead(
    of member: Int64, on connection: any StorageConnection
  ) throws -> JournalHead? {
    try connection.first("SELECT * FROM journals WHERE member = $1", .integer(member)) { row in
      JournalHead(
        key: try row.uuid("key"),
        end: JournalPosition(count: try row.integer("entries"), digest: try row.bytes("digest")),
        size: try row.integer("size"))
    }
  }

  private func setJournalHead(
    _ journal: JournalHead, of member: Int64, on connection: any StorageConnection
  ) throws {
    try connection.queue(
      """
      INSERT INTO journals (member, key, entries, digest, size) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (member) DO UPDATE SET key = excluded.key, entries = excluded.entries,
        digest = excluded.digest, size = excluded.size
      """,
      .integer(member), .uuid(journal.key), .integer(journal.end.count),
      .bytes(journal.end.digest), .integer(journal.size))
  }
}

/// The row of a journal.
private struct JournalHead {
  var key: UUID
  var end: JournalPosition
  /// The sum of ``JournalEntry/storedSize``.
  var size: Int64
}
