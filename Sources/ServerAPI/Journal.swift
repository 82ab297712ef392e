import FoundationEssentials

/// An encrypted entry of a member's journal. The server cannot read it.
public struct JournalEntry: Hashable, Sendable, Codable, Identifiable {
  /// The entry's ID. An entry that is uploaded again is recorded only once.
  public var id: UUID
  /// The encrypted entry, at most ``maxSize`` bytes.
  public var data: Data

  /// The maximum size of ``data`` in bytes.
  public static let maxSize = 256 * 1024

  public init(id: UUID, data: Data) {
    self.id = id
    self.data = data
  }
}

/// Entries to add to the member's journal: `POST /v1/journal`.
///
/// The response is a ``JournalUploadResult``, or an ``APIError`` with the code ``APIError/Code/otherKey``.
public struct JournalUpload: Hashable, Sendable, Codable {
  /// The maximum number of entries in a request.
  public static let maxCount = 500

  /// The ID of the key that the entries are encrypted with. The first upload sets the journal's key.
  public var key: UUID
  public var entries: [JournalEntry]

  public init(key: UUID, entries: [JournalEntry]) {
    self.key = key
    self.entries = entries
  }
}

/// The response to a ``JournalUpload``.
public struct JournalUploadResult: Hashable, Sendable, Codable {
  /// The number of entries that the server did not have.
  public var recorded: Int

  public init(recorded: Int) { self.recorded = recorded }
}

/// A page of the member's journal: `GET /v1/journal`.
///
/// The query parameter `after` is the ``next`` of the previous page. If the server no longer has that position, for
/// example because it was restored from a backup, it responds with the code ``APIError/Code/unknownCursor``. Then start
/// again without `after`, and upload all entries again.
public struct JournalPage: Hashable, Sendable, Codable {
  /// The ID of the journal's key; `nil` before the first upload.
  public var key: UUID?
  public var entries: [JournalEntry]
  /// The position at the end of the page.
  public var next: String
  /// Whether the journal ends with this page.
  public var isLast: Bool

  public init(key: UUID?, entries: [JournalEntry], next: String, isLast: Bool) {
    self.key = key
    self.entries = entries
    self.next = next
    self.isLast = isLast
  }

  private enum CodingKeys: String, CodingKey {
    case key, entries, next
    case isLast = "is_last"
  }
}

/// A change of the journal's key: `POST /v1/journal/key`. It deletes all entries, which must then be uploaded again.
///
/// The response is empty, or an ``APIError`` with the code ``APIError/Code/otherKey``, or
/// ``APIError/Code/unknownCursor`` if the journal has entries after ``after``.
public struct JournalKeyChange: Hashable, Sendable, Codable {
  public var key: UUID
  /// The current key.
  public var replaces: UUID
  /// The end of the journal as the device knows it, so that entries unknown to the device are never deleted.
  public var after: String

  public init(key: UUID, replaces: UUID, after: String) {
    self.key = key
    self.replaces = replaces
    self.after = after
  }
}
