import Models
import ServerAPI

/// A link with which this device is joining a group, and the token that it has chosen.
struct PendingJoin: Hashable, Sendable {
  let server: ServerAddress
  let secret: String
  let token: String

  /// Chooses a random token for a link.
  init(_ link: JoinLink) {
    server = link.server
    secret = link.secret
    var random = SystemRandomNumberGenerator()
    token = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }.base64URLText
  }

  func isFor(_ link: JoinLink) -> Bool { server == link.server && secret == link.secret }
}

extension PendingJoin {
  /// Creates a value from a file.
  ///
  /// - Returns: `nil` unless everything is there and can be used safely.
  init?(_ value: JSONValue) {
    guard
      let members = value.object,
      let server = (members["url"]?.string).flatMap(ServerAddress.init),
      let secret = members["secret"]?.string,
      let token = members["token"]?.string, StoredAccount.isToken(token)
    else { return nil }
    self.server = server
    self.secret = secret
    self.token = token
  }

  /// The value in the file.
  var json: JSONValue {
    .object(["url": .string(server.text), "secret": .string(secret), "token": .string(token)])
  }
}
