import FoundationEssentials
import ServerAPI
import Sodium

extension Service {
  static let journalRoutes: [Route] = [
    Route(
      .get, "/v1/journal",
      .init(
        "returns encrypted entries of the member's journal",
        query: [.init(name: "after", summary: "The `next` value of the previous page.")],
        returns: .json(JournalPage.self),
        others: [409: "The journal no longer has this position."])
    ) { service, request, _ in
      try service.journalPage(of: try service.device(request).member, for: request)
    },
    Route(
      .post, "/v1/journal",
      .init(
        "adds up to 500 encrypted entries to the member's journal", body: JournalUpload.self,
        returns: .json(JournalUploadResult.self),
        others: [
          409: "The journal is encrypted with another key.",
          413: "The body, an entry or the journal is too large.",
        ])
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.append(try request.value(JournalUpload.self), by: device.member)
    },
    Route(
      .post, "/v1/journal/key",
      .init(
        "deletes all entries of the member's journal, before an upload with another key",
        body: JournalKeyChange.self, returns: .nothing, status: 204,
        others: [409: "The journal has another key or another end."])
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.changeKey(try request.value(JournalKeyChange.self), by: device.member)
    },
  ]

  private func journalPage(of member: Int64, for request: Request) throws -> Response {
    let position = try request.query("after").map { text in
      guard let position = JournalPosition(text) else {
        throw RequestError(400, "\"after\" must come from another page")
      }
      return position
    }
    let slice = try storage.withSession {
      try $0.journal(
        of: member, after: position, maxCount: JournalUpload.maxCount, maxSize: Self.pageSize)
    }
    guard let slice else { throw Self.unknownCursor }
    return try Response(
      JournalPage(
        key: slice.key, entries: slice.entries, next: slice.end.text, isLast: slice.isLast))
  }

  private func append(_ upload: JournalUpload, by member: Int64) throws -> Response {
    guard upload.entries.count <= JournalUpload.maxCount else {
      throw RequestError(413, "send at most \(JournalUpload.maxCount) entries at a time")
    }
    guard upload.entries.allSatisfy({ $0.data.count <= JournalEntry.maxSize }) else {
      throw RequestError(413, "an entry can have at most \(JournalEntry.maxSize / 1024) KB")
    }
    let result = try storage.withSession {
      try $0.append(
        upload.entries, toJournalOf: member, key: upload.key, maxSize: maxJournalSize)
    }
    switch result {
    case .recorded(let count): return try Response(JournalUploadResult(recorded: count))
    case .otherKey: throw Self.otherKey
    case .full:
      throw RequestError(
        413,
        "your journal would be larger than the \(maxJournalSize >> 20) MB that this server allows")
    }
  }

  private func changeKey(_ change: JournalKeyChange, by member: Int64) throws -> Response {
    guard let end = JournalPosition(change.after) else {
      throw RequestError(400, "\"after\" must come from another page")
    }
    let result = try storage.withSession {
      try $0.changeJournalKey(of: member, from: change.replaces, to: change.key, at: end)
    }
    switch result {
    case .changed: return Response(status: 204)
    case .otherKey: throw Self.otherKey
    case .unknownEnd: throw Self.unknownCursor
    }
  }

  /// The size of data in bytes at which a page ends.
  private static let pageSize = 1 << 20

  private static let otherKey = RequestError(
    409, "your journal is encrypted with another key; get the key from your other device",
    code: .otherKey)

  private static let unknownCursor = RequestError(
    409, "your journal on this server has another history or end; read it from the beginning",
    code: .unknownCursor)
}

// MARK: - Records

/// A position in a member's journal: between two entries, or at either end.
///
/// The digest depends on the journal's key and on the IDs of all entries before the position, in order. So a server
/// that was restored from a backup recognizes a position that is not in its history.
public struct JournalPosition: Hashable, Sendable {
  /// The number of entries before the position.
  public var count: Int64
  /// The digest of the entries before the position, in ``digestSize`` bytes.
  public var digest: [UInt8]

  /// The size of a digest in bytes.
  public static let digestSize = 16

  public init(count: Int64, digest: [UInt8]) {
    self.count = count
    self.digest = digest
  }
}

extension JournalPosition {
  /// The start of a journal without a key.
  static let start = JournalPosition(
    count: 0, digest: [UInt8](repeating: 0, count: digestSize))

  /// Creates the position at the start of a journal with a key.
  init(startOfJournalWithKey key: UUID) {
    self.init(count: 0, digest: withUnsafeBytes(of: key.uuid) { Array($0) })
  }

  /// Moves the position past an entry.
  mutating func advance(past entry: JournalEntry.ID) {
    count += 1
    digest = Array(
      Sodium.hash(digest + withUnsafeBytes(of: entry.uuid) { Array($0) }).prefix(Self.digestSize))
  }

  /// The text of the position in a query: the count, a point, and the digest in hexadecimal.
  var text: String {
    let digits = digest.map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return "\(count).\(digits.joined())"
  }

  /// Creates a position from the text of a query, which may be invalid.
  ///
  /// - Returns: `nil` unless the text has the format of ``text``.
  init?(_ text: String) {
    guard text.utf8.count <= 60 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.count == 2, let count = Int64(parts[0]), count >= 0,
      parts[1].utf8.count == 2 * Self.digestSize
    else { return nil }
    let digits = parts[1].compactMap(\.hexDigitValue)
    guard digits.count == 2 * Self.digestSize else { return nil }
    let digest = stride(from: 0, to: digits.count, by: 2).map { index in
      let byte: Int = digits[index] * 16 + digits[index + 1]
      return UInt8(byte)
    }
    self.init(count: count, digest: digest)
  }
}

/// A part of a member's journal.
public struct JournalSlice: Hashable, Sendable {
  /// The ID of the journal's key; `nil` before the first upload.
  public var key: UUID?
  public var entries: [JournalEntry]
  /// The position after the last entry.
  public var end: JournalPosition
  /// Whether the slice reaches the end of the journal.
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
  /// All entries are in the journal; the value is the number of new ones.
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
  /// The journal has a key other than the one to replace; nothing has changed.
  case otherKey
  /// The journal does not end at the given position; nothing has changed.
  case unknownEnd
}

extension JournalEntry {
  /// The size in bytes that counts towards the limit on a journal: the data, and the overhead of a row.
  var storedSize: Int64 { Int64(data.count) + 64 }
}
