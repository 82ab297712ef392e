import FoundationEssentials
import PostgreSQL
import ServerAPI

extension PostgreSQLSession {
  func append(
    _ entries: [JournalEntry], toJournalOf member: Int64, key: UUID, maxSize: Int64
  ) throws -> JournalAppendResult {
    try write { connection, changes in
      // A later transaction of the member sees these entries and continues after them.
      guard try lock(member, on: connection) else { throw Self.memberRemoved }
      let journal = try journalHead(of: member, on: connection)
      if let journal, journal.key != key { return .otherKey }
      let new = try newEntries(entries, inJournalOf: member, on: connection)
      let size = new.reduce(journal?.size ?? 0) { $0 + $1.storedSize }
      // A journal that is full accepts known entries, which change nothing.
      guard new.isEmpty || size <= maxSize else { return .full }
      var end = journal?.end ?? JournalPosition(startOfJournalWithKey: key)
      for entry in new {
        end.advance(past: entry.id)
        connection.queue(
          """
          INSERT INTO journal_entries (member, position, id, digest, data)
          VALUES ($1, $2, $3, $4, $5)
          """,
          .integer(member), .integer(end.count), .uuid(entry.id), .bytes(end.digest),
          .bytes(Array(entry.data)))
      }
      setJournalHead(JournalHead(key: key, end: end, size: size), of: member, on: connection)
      if !new.isEmpty { changes.insert(.journal(member: member)) }
      return .recorded(new.count)
    }
  }

  /// Returns the entries that are not in a member's journal, each once.
  private func newEntries(
    _ entries: [JournalEntry], inJournalOf member: Int64, on connection: PostgreSQLConnection
  ) throws -> [JournalEntry] {
    let found = try connection.run(
      entries.map {
        Statement(
          "SELECT FROM journal_entries WHERE member = $1 AND id = $2", .integer(member),
          .uuid($0.id))
      })
    var ids: Set<UUID> = []
    return try zip(entries, found).filter { entry, found in
      let isKnown = try found.first { _ in true } ?? false
      return !isKnown && ids.insert(entry.id).inserted
    }
    .map { entry, _ in entry }
  }

  func journal(
    of member: Int64, after place: JournalPosition?, maxCount: Int, maxSize: Int
  ) throws -> JournalSlice? {
    try perform { connection in
      try connection.snapshot {
        guard let journal = try journalHead(of: member, on: connection) else {
          let isStart = place.map { $0.count == 0 } ?? true
          return isStart ? JournalSlice(key: nil, entries: [], end: .start, isLast: true) : nil
        }
        var end = JournalPosition(startOfJournalWithKey: journal.key)
        if let place, place.count > 0 {
          let digest = try connection.run(
            "SELECT digest FROM journal_entries WHERE member = $1 AND position = $2",
            .integer(member), .integer(place.count)
          ).first { try $0.bytes(0) }
          guard digest == place.digest else { return nil }
          end = place
        }
        let entries = try connection.run(
          """
          WITH page AS (
            SELECT position, sum(size) OVER (ORDER BY position) - size AS size_before FROM (
              SELECT position, length(data) AS size FROM journal_entries
              WHERE member = $1 AND position > $2 ORDER BY position LIMIT $3) AS sizes)
          SELECT e.id, e.data, e.position, e.digest
          FROM page JOIN journal_entries e ON e.member = $1 AND e.position = page.position
          WHERE page.size_before < $4 ORDER BY page.position
          """,
          .integer(member), .integer(end.count), .integer(Int64(maxCount)),
          .integer(Int64(maxSize))
        ).all { row in
          end = JournalPosition(count: try row.integer(2), digest: try row.bytes(3))
          return JournalEntry(id: try row.uuid(0), data: Data(try row.bytes(1)))
        }
        return JournalSlice(
          key: journal.key, entries: entries, end: end, isLast: end == journal.end)
      }
    }
  }

  func changeJournalKey(
    of member: Int64, from oldKey: UUID, to key: UUID, at end: JournalPosition
  ) throws -> JournalKeyChangeResult {
    try write { connection, changes in
      try lock(member, on: connection)
      let journal = try journalHead(of: member, on: connection)
      if journal?.key == key { return .changed }
      guard let journal, journal.key == oldKey else { return .otherKey }
      guard journal.end == end else { return .unknownEnd }
      connection.queue("DELETE FROM journal_entries WHERE member = $1", .integer(member))
      let start = JournalPosition(startOfJournalWithKey: key)
      setJournalHead(JournalHead(key: key, end: start, size: 0), of: member, on: connection)
      changes.insert(.journal(member: member))
      return .changed
    }
  }

  private func journalHead(of member: Int64, on connection: PostgreSQLConnection) throws
    -> JournalHead?
  {
    try connection.run(
      "SELECT key, entries, digest, size FROM journals WHERE member = $1", .integer(member)
    ).first { row in
      JournalHead(
        key: try row.uuid(0),
        end: JournalPosition(count: try row.integer(1), digest: try row.bytes(2)),
        size: try row.integer(3))
    }
  }

  private func setJournalHead(
    _ journal: JournalHead, of member: Int64, on connection: PostgreSQLConnection
  ) {
    connection.queue(
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
