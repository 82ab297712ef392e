import Models
import ServerAPI

/// A link with which a device joins a group: `https://club.example/join#SECRET`, or `#SECRET.KEY` for another device of
/// the same person, which reads the same journal.
public struct JoinLink: Hashable, Sendable {
  public let server: ServerAddress
  /// The secret of the invitation, which works once.
  public let secret: String
  public let journalKey: JournalKey?

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
      guard let key = JournalKey(linkText: String(words[1])) else { return nil }
      journalKey = key
    } else {
      journalKey = nil
    }
  }
}
