import FoundationEssentials
import Models
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

// MARK: - Links

extension StorageSession {
  /// Records an invitation and returns its link. The secret is in the fragment, which browsers send to no server.
  ///
  /// - Returns: `nil` if the server's address in links is not set.
  /// - Throws: ``StorageError``.
  public func invite(
    _ member: PersonName, to group: Group.ID, isOwner: Bool, now: Date
  ) throws -> String? {
    let secret = Secret()
    _ = try add(
      Invitation(secret: secret.hash, group: group, member: member, isOwner: isOwner, now: now))
    return try url().map { "\($0)/join#\(secret.text)" }
  }

  /// Returns a new link to the wall page of a group, which replaces the one before.
  ///
  /// - Returns: `nil` if there is no such group, or the server's address in links is not set.
  /// - Throws: ``StorageError``.
  public func makeWallLink(for group: Group.ID) throws -> String? {
    let secret = Secret()
    guard let url = try url(), try setWallSecret(secret.hash, of: group) else { return nil }
    return "\(url)/wall/\(secret.text)"
  }
}
