import FoundationEssentials
import Models
import Resources
import ServerAPI
import Sodium

/// The key with which a person's machines encrypt their journal.
public struct JournalKey: Hashable, Sendable {
  /// The 32 secret bytes.
  public let bytes: [UInt8]

  /// The key's ID, which the server sees. It is a hash of the key, so that typed words can be checked.
  ///
  /// It is computed when needed: it requires libsodium, and listing accounts must work without libsodium.
  public var id: UUID {
    let hash = Sodium.hash(Array("ladder journal key".utf8) + bytes)
    return UUID(uuid: hash.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// Creates a random key.
  public init() { self.init(checked: Sodium.randomBytes(SealedBox.keySize)) }

  /// Creates a key from its secret bytes.
  ///
  /// - Returns: `nil` unless there are 32 bytes.
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

  /// The authenticated context of an entry, so that a server cannot swap entries.
  private func context(_ entry: UUID) -> [UInt8] { [Self.format] + entry.bytes + id.bytes }
}

extension UUID {
  /// The sixteen bytes.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}

// MARK: - Words

/// The 24 words of a ``JournalKey``, to carry it to another machine on paper.
///
/// They have the format of BIP 39: 256 bits of the key and 8 bits of its SHA-256 hash, in words of eleven bits each.
public enum RecoveryWords {
  /// The number of words.
  public static let count = 24

  /// Returns the words of a key's secret bytes.
  static func words(of bytes: [UInt8]) -> [String] {
    let bits = (bytes + [Sodium.sha256(bytes)[0]]).flatMap { byte in
      (0..<8).map { byte >> (7 - $0) & 1 }
    }
    return (0..<count).map { word in
      let number = bits[word * 11..<word * 11 + 11].reduce(0) { $0 << 1 | Int($1) }
      return String(list[number])
    }
  }

  /// Returns the words in a text, without the numbers before them.
  public static func words(in text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter }
  }

  /// Returns the secret bytes of words that a person typed, in any case and with any space between them.
  ///
  /// - Throws: ``RecoveryWordsError``.
  static func bytes(of text: String) throws(RecoveryWordsError) -> [UInt8] {
    let words = words(in: text)
    guard words.count == count else { throw .count(words.count) }
    var bits: [UInt8] = []
    for (index, word) in words.enumerated() {
      guard let number = list.firstIndex(where: { $0 == word }) else {
        throw .unknownWord(String(word), position: index + 1)
      }
      bits += (0..<11).map { UInt8(number >> (10 - $0) & 1) }
    }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
    let key = Array(bytes.dropLast())
    guard bytes.last == Sodium.sha256(key)[0] else { throw .wrongChecksum }
    return key
  }

  /// The 2048 English words of BIP 39, in alphabetical order.
  private static let list = ladder_words().text.split(separator: "\n")
}

/// The reason why words do not form a key.
public enum RecoveryWordsError: Error, Hashable, Sendable {
  case count(Int)
  case unknownWord(String, position: Int)
  /// All words are in the list, but in this order they are not a key.
  case wrongChecksum

  /// The cause and the remedy.
  public var sentence: String {
    switch self {
    case .count(let count): "there are \(count) words; type all \(RecoveryWords.count)"
    case .unknownWord(let word, let position):
      "word \(position), \(word.quoted), is not in the list; compare it with the other machine"
    case .wrongChecksum: "the words are not a valid key; compare them with the other machine"
    }
  }
}
