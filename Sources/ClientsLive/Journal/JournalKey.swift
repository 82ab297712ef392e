import FoundationEssentials
import ServerAPI
import Sodium

/// The key with which a person's machines encrypt their journal.
public struct JournalKey: Hashable, Sendable {
  /// The 32 secret bytes.
  public let bytes: [UInt8]

  /// The key's ID, which the server sees. It is a hash of the key, so that typed words can be checked.
  ///
  /// It needs libsodium, and a list of accounts does not.
  public var id: UUID {
    let hash = Sodium.hash(Array("ladder journal key".utf8) + bytes)
    return UUID(uuid: hash.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// Creates a random key.
  public init() { self.init(checked: Sodium.randomBytes(SealedBox.keySize)) }

  /// Creates a key from its secret bytes.
  ///
  /// - Returns: `nil` unless there are 32 of them.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SealedBox.keySize else { return nil }
    self.init(checked: bytes)
  }

  /// Creates a key from the words that a person typed.
  ///
  /// - Throws: ``RecoveryWordsError``.
  public init(words: String) throws(RecoveryWordsError) {
    self.init(checked: try RecoveryWords.bytes(of: words))
  }

  /// Creates a key from the text in a link: 43 characters of Base64 for URLs.
  ///
  /// - Returns: `nil` unless it is the ``linkText`` of a key.
  public init?(linkText: String) {
    guard let bytes = [UInt8](base64URL: linkText) else { return nil }
    self.init(bytes: bytes)
  }

  /// The key as the text in a link.
  public var linkText: String { bytes.base64URLText }

  private init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The 24 words to type on another machine.
  public var words: [String] { RecoveryWords.words(of: bytes) }

  /// Encrypts an entry.
  func seal(_ content: [UInt8], id: UUID) -> Data {
    Data([Self.format] + SealedBox.seal(content, context: context(id), key: bytes))
  }

  /// Decrypts an entry.
  ///
  /// - Returns: `nil` unless the entry with this ID was encrypted with this key.
  func open(_ data: Data, id: UUID) -> [UInt8]? {
    guard data.first == Self.format else { return nil }
    return SealedBox.open(Array(data.dropFirst()), context: context(id), key: bytes)
  }

  /// The first byte of an encrypted entry.
  private static let format: UInt8 = 1

  /// The authenticated context of an entry, so that a server cannot exchange entries.
  private func context(_ entry: UUID) -> [UInt8] { [Self.format] + entry.bytes + id.bytes }
}

extension UUID {
  /// The sixteen bytes.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
