import FoundationEssentials
import Models

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
}
