extension StorageSession {
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
