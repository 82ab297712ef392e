import FoundationEssentials
import SQLite
import ServerAPI

extension SQLiteSession {
  func append(
    _ entries: [JournalEntry], toJournalOf member: Int64, key: UUID, maxSize: Int64
  ) throws -> JournalAppendResult {
    try write { changes in
      let journal = try journalHead(of: member)
      if let journal, journal.key != key { return .otherKey }
      let new = try newEntries(entries, inJournalOf: member)
      let size = new.reduce(journal?.size ?? 0) { $0 + $1.storedSize }
      // A journal that is full accepts known entries, which change nothing.
      guard new.isEmpty || size <= maxSize else { return .full }
      var end = journal?.end ?? JournalPosition(startOfJournalWithKey: key)
      for entry in new {
        end.advance(past: entry.id)
        try connection.run(
          "INSERT INTO journal_entries (member, position, id, digest, data) VALUES (?, ?, ?, ?, ?)",
          .integer(member), .integer(end.count), .uuid(entry.id), .bytes(end.digest),
          .bytes(Array(entry.data)))
      }
      try setJournalHead(JournalHead(key: key, end: end, size: size), of: member)
      if !new.isEmpty { changes.insert(.journal(member: member)) }
      return .recorded(new.count)
    }
  }

  /// Returns the entries that are not in a member's journal, each once.
  private func newEntries(
    _ entries: [JournalEntry], inJournalOf member: Int64
  ) throws -> [JournalEntry] {
    var ids: Set<UUID> = []
    return try entries.filter { entry in
      let isKnown = try connection.first(
        "SELECT 1 FROM journal_entries WHERE member = ? AND id = ?", .integer(member),
        .uuid(entry.id)
      ) { _ in true }
      return isKnown == nil && ids.insert(entry.id).inserted
    }
  }

  func journal(
    of member: Int64, after place: JournalPosition?, maxCount: Int, maxSize: Int
  ) throws -> JournalSlice? {
    try connection.read {
      guard let journal = try journalHead(of: member) else {
        let isStart = place.map { $0.count == 0 } ?? true
        return isStart ? JournalSlice(key: nil, entries: [], end: .start, isLast: true) : nil
      }
      var end = JournalPosition(startOfJournalWithKey: journal.key)
      if let place, place.count > 0 {
        let digest = try connection.first(
          "SELECT digest FROM journal_entries WHERE member = ? AND position = ?",
          .integer(member), .integer(place.count)
        ) { $0.withBytes(0) { Array($0) } }
        guard digest == place.digest else { return nil }
        end = place
      }
      let entries = try connection.all(
        """
        WITH page AS (
          SELECT number, position, sum(size) OVER (ORDER BY position) - size AS size_before FROM (
            SELECT number, position, length(data) AS size FROM journal_entries
            WHERE member = ? AND position > ? ORDER BY position LIMIT ?))
        SELECT e.id, e.data, e.position, e.digest
        FROM page JOIN journal_entries e ON e.number = page.number
        WHERE page.size_before < ? ORDER BY page.position
        """, .integer(member), .integer(end.count), .integer(Int64(maxCount)),
        .integer(Int64(maxSize))
      ) { row in
        end = JournalPosition(count: row.integer(2), digest: row.withBytes(3) { Array($0) })
        return JournalEntry(id: try row.uuid(0), data: row.withBytes(1) { Data($0) })
      }
      return JournalSlice(
        key: journal.key, entries: entries, end: end, isLast: end == journal.end)
    }
  }

  func changeJournalKey(
    of member: Int64, from oldKey: UUID, to key: UUID, at end: JournalPosition
  ) throws -> JournalKeyChangeResult {
    try write { changes in
      let journal = try journalHead(of: member)
      if journal?.key == key { return .changed }
      guard let journal, journal.key == oldKey else { return .otherKey }
      guard journal.end == end else { return .unknownEnd }
      try connection.run("DELETE FROM journal_entries WHERE member = ?", .integer(member))
      let start = JournalPosition(startOfJournalWithKey: key)
      try setJournalHead(JournalHead(key: key, end: start, size: 0), of: member)
      changes.insert(.journal(member: member))
      return .changed
    }
  }

  private func journalHead(of member: Int64) throws -> JournalHead? {
    try connection.first(
      "SELECT key, entries, digest, size FROM journals WHERE member = ?", .integer(member)
    ) { row in
      JournalHead(
        key: try row.uuid(0),
        end: JournalPosition(count: row.integer(1), digest: row.withBytes(2) { Array($0) }),
        size: row.integer(3))
    }
  }

  private func setJournalHead(_ journal: JournalHead, of member: Int64) throws {
    try connection.run(
      """
      INSERT INTO journals (member, key, entries, digest, size) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET key = excluded.key, entries = excluded.entries,
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
