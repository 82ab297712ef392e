import FoundationEssentials
import ServerAPI

/// A place in a member's journal: between two entries, or at an end.
///
/// The digest depends on the journal's key and on the IDs of all entries before the place, in their order. A server that
/// was restored from a backup therefore recognizes a place that its history does not have.
public struct JournalPosition: Hashable, Sendable {
  /// The number of entries before the place.
  public var count: Int64
  /// The digest of the entries before the place, in ``digestSize`` bytes.
  public var digest: [UInt8]

  /// The size of a digest in bytes.
  public static let digestSize = 16

  public init(count: Int64, digest: [UInt8]) {
    self.count = count
    self.digest = digest
  }
}

/// A part of a member's journal.
public struct JournalSlice: Hashable, Sendable {
  /// The ID of the journal's key; `nil` before the first upload.
  public var key: UUID?
  public var entries: [JournalEntry]
  /// The place after the last entry.
  public var end: JournalPosition
  /// Whether the journal ends there.
  public var isLast: Bool

  public init(key: UUID?, entries: [JournalEntry], end: JournalPosition, isLast: Bool) {
    self.key = key
    self.entries = entries
    self.end = end
    self.isLast = isLast
  }
}

/// The result of adding entries to a journal.
public enum JournalAppendResult: Hashable, Sendable {
  /// The entries are in the journal; so many of them are new.
  case recorded(Int)
  /// The journal has another key; nothing has changed.
  case otherKey
  /// The journal would be larger than allowed; nothing has changed.
  case full
}

/// The result of changing a journal's key.
public enum JournalKeyChangeResult: Hashable, Sendable {
  /// The journal has the new key.
  case changed
  /// The journal has another key than the one to replace; nothing has changed.
  case otherKey
  /// The journal does not end at the given place; nothing has changed.
  case unknownEnd
}

extension JournalEntry {
  /// The size that counts for the limit on a journal, in bytes: the data, and what a row costs beside it.
  var storedSize: Int64 { Int64(data.count) + 64 }
}
