import ServerAPI
import Sodium

/// A random secret: a device's token, or an invitation.
public struct Secret: Hashable, Sendable {
  /// The text of the secret: 43 characters of Base64 for URLs.
  public let text: String

  /// Creates a secret of 256 random bits.
  public init() {
    text = Sodium.randomBytes(32).base64URLText
  }

  /// Creates a secret that was received.
  ///
  /// - Returns: `nil` unless the text can be a secret.
  public init?(_ text: String) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(\.isBase64URL) else { return nil }
    self.text = text
  }

  /// The hash, which is all that a server keeps.
  public var hash: SecretHash { SecretHash(bytes: Sodium.hash(Array(text.utf8))) }
}

/// The BLAKE2b hash of a ``Secret``. A secret has 256 random bits, so that its hash needs neither salt nor delay.
public struct SecretHash: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
}
