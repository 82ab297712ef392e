/// A link that invites members of a group to a room: `https://club.example/races/pushups-2min/0f1e2d3c`.
///
/// It is not secret, because a room admits only members.
public struct RaceLink: Hashable, Sendable, CustomStringConvertible {
  public let server: ServerAddress
  public let challenge: Challenge.ID
  /// The ``Race/code`` of the room.
  public let code: String

  public init(_ server: ServerAddress, _ race: Race) {
    (self.server, challenge, code) = (server, race.challenge, race.code)
  }

  /// Creates a link from text that a person entered.
  ///
  /// - Returns: `nil` unless it has the form of a link.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard
      parts.count > 5, parts[parts.count - 3] == "races",
      let server = ServerAddress(parts.dropLast(3).joined(separator: "/")),
      Race.isCode(parts[parts.count - 1].lowercased())
    else { return nil }
    self.server = server
    challenge = Challenge.ID(rawValue: String(parts[parts.count - 2]))
    code = parts[parts.count - 1].lowercased()
  }

  public var description: String { "\(server)/races/\(challenge.rawValue)/\(code)" }
}

extension Race {
  /// The first eight digits of the ID, which identify the race among those of its group.
  public var code: String { String(id.uuidString.lowercased().prefix(8)) }

  /// Returns whether a text has the form of a ``code``.
  public static func isCode(_ text: String) -> Bool {
    text.utf8.count == 8 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
