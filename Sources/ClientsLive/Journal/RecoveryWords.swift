import Models
import Resources
import Sodium

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

  /// Returns the secret bytes of words that a person typed, in any case and with any space between them.
  ///
  /// - Throws: ``RecoveryWordsError``.
  static func bytes(of text: String) throws(RecoveryWordsError) -> [UInt8] {
    let words = text.lowercased().split { !$0.isLetter }
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

/// The reason why words are not those of a key.
public enum RecoveryWordsError: Error, Hashable, Sendable {
  case count(Int)
  case unknownWord(String, position: Int)
  /// All words are in the list, but a key does not have them in this order.
  case wrongChecksum

  /// The cause and the remedy.
  public var sentence: String {
    switch self {
    case .count(let count): "there are \(count) words; type all \(RecoveryWords.count)"
    case .unknownWord(let word, let position):
      "word \(position), \(word.quoted), is not in the list; compare it with the other machine"
    case .wrongChecksum: "the words do not belong together; compare them with the other machine"
    }
  }
}
