import FoundationEssentials
import ServerAPI
import Sodium

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

extension JournalPosition {
  /// The beginning of a journal without a key.
  static let start = JournalPosition(
    count: 0, digest: [UInt8](repeating: 0, count: digestSize))

  /// Creates the beginning of a journal with a key.
  init(startOfJournalWithKey key: UUID) {
    self.init(count: 0, digest: withUnsafeBytes(of: key.uuid) { Array($0) })
  }

  /// Moves the place behind an entry.
  mutating func advance(past entry: JournalEntry.ID) {
    count += 1
    digest = Array(
      Sodium.hash(digest + withUnsafeBytes(of: entry.uuid) { Array($0) }).prefix(Self.digestSize))
  }

  /// The place as the text of a cursor: the count, a point, and the digest in hexadecimal digits.
  var text: String {
    let digits = digest.map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return "\(count).\(digits.joined())"
  }

  /// Reads a place from a query, which may contain anything.
  ///
  /// - Returns: `nil` unless it can be the ``text`` of a place.
  init?(_ text: String) {
    guard text.utf8.count <= 60 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.count == 2, let count = Int64(parts[0]), count >= 0,
      parts[1].utf8.count == 2 * Self.digestSize
    else { return nil }
    let digits = parts[1].compactMap(\.hexDigitValue)
    guard digits.count == 2 * Self.digestSize else { return nil }
    self.init(
      count: count,
      digest: stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] * 16 + digits[$0 + 1])
      })
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
