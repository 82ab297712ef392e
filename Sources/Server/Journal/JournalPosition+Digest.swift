import FoundationEssentials
import ServerAPI
import Sodium

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
