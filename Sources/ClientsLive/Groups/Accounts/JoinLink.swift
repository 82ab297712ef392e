import FoundationEssentials

/// A link with which a device joins a group: `https://club.example/join#SECRET`, or `#SECRET.KEY` for another device of
/// the same person, which reads the same journal.
public struct JoinLink: Hashable, Sendable {
  public let server: ServerAddress
  /// The secret of the invitation, which works once.
  public let secret: String
  public let journalKey: StoredJournalKey?

  /// Creates a link from text of a person.
  ///
  /// - Returns: `nil` unless it has the form of a link.
  public init?(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard
      parts.count == 2, parts[0].hasSuffix("/join"),
      let server = ServerAddress(String(parts[0].dropLast("/join".count)))
    else { return nil }
    let words = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard
      (16...200).contains(words[0].utf8.count), words[0].utf8.allSatisfy(\.isBase64URL)
    else { return nil }
    self.server = server
    secret = String(words[0])
    if words.count == 2 {
      guard let key = StoredJournalKey(linkText: String(words[1])) else { return nil }
      journalKey = key
    } else {
      journalKey = nil
    }
  }
}

/// The key that a person's journal is encrypted with, as links and ``AccountFile`` have it. It is not checked, because that
/// needs libsodium, and reading an account does not.
public struct StoredJournalKey: Hashable, Sendable {
  public let id: UUID
  /// The 32 bytes of the key.
  public let bytes: [UInt8]

  /// The number of bytes of a key.
  public static let size = 32

  /// Creates a key.
  ///
  /// - Returns: `nil` unless there are ``size`` bytes.
  public init?(id: UUID, bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.id = id
    self.bytes = bytes
  }

  /// Creates a key from the text in a link: the key and the 16 bytes of its ID in Base64 for URLs.
  public init?(linkText: String) {
    guard linkText.utf8.count == 64, linkText.utf8.allSatisfy(\.isBase64URL) else { return nil }
    let base64 = linkText.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    guard let data = Data(base64Encoded: String(base64)), data.count == 48 else { return nil }
    let bytes = Array(data)
    let id = bytes[32...].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    self.init(id: UUID(uuid: id), bytes: Array(bytes[..<32]))
  }

  /// The key and its ID as the text in a link.
  public var linkText: String {
    let id = withUnsafeBytes(of: id.uuid) { Array($0) }
    return String(
      Data(bytes + id).base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }
}

extension UInt8 {
  fileprivate var isBase64URL: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
