import FoundationEssentials
import Models
import SQLite

/// A store of the pages of groups' leaderboards as they were last seen, for times without a network.
struct SeenPageStore {
  let connection: Connection

  /// A page as the server sent it.
  struct Page {
    var body: Data
    var tag: String?
    var seenAt: Date
  }

  /// The maximum number of pages, and the maximum size of a page in bytes; larger ones are not kept.
  static let maxCount = 100
  static let maxSize = 64 << 10

  /// Returns a page; `nil` if it was never seen or has been removed since.
  func page(_ request: String, of group: JoinedGroup.ID) throws -> Page? {
    try connection.first(
      "SELECT * FROM seen_pages WHERE account = ? AND request = ?",
      .text(group.rawValue), .text(request)
    ) { row in
      Page(
        body: row.withBytes("body") { Data($0.prefix(Self.maxSize)) },
        tag: row.textOrNil("tag"), seenAt: row.date("seen_at"))
    }
  }

  /// Keeps a page, and removes the oldest pages if there are too many.
  func keep(_ page: Page, _ request: String, of group: JoinedGroup.ID) throws {
    guard page.body.count <= Self.maxSize else { return }
    try connection.write {
      try connection.run(
        """
        INSERT INTO seen_pages (account, request, seen_at, tag, body) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, request)
        DO UPDATE SET seen_at = excluded.seen_at, tag = excluded.tag, body = excluded.body
        """, .text(group.rawValue), .text(request), .integer(page.seenAt.millisecondsSince1970),
        .text(page.tag), .bytes(Array(page.body)))
      try connection.run(
        """
        DELETE FROM seen_pages WHERE (account, request) IN (
          SELECT account, request FROM seen_pages ORDER BY seen_at DESC LIMIT -1 OFFSET ?)
        """, .integer(Int64(Self.maxCount)))
    }
  }
}
