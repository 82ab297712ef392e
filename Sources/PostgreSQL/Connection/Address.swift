import CPostgres

/// The address of a database as libpq reads it, with everything that libpq knows: several hosts, TLS, service files.
///
/// It never has a password, because the command line of a process is public. libpq reads passwords from the file that
/// `PGPASSFILE` names, by default `~/.pgpass`.
public struct Address: Hashable, Sendable {
  let text: String

  /// The reason why libpq cannot be used; `nil` once it is loaded.
  private static let loadFailure: String? = cpostgres_load().map {
    "cannot load libpq (\(String(cString: $0))); install the package libpq5"
  }

  /// Whether libpq is installed.
  public static var isSupported: Bool { loadFailure == nil }

  /// Parses a URL such as `postgres://db.example/ladder`.
  ///
  /// - Throws: ``PostgreSQLError`` if libpq is not installed, or if the URL is not valid or has a password.
  public init(parsing text: String) throws {
    if let failure = Self.loadFailure { throw PostgreSQLError(.invalidSetup, failure) }
    var hasPassword = false
    // libpq's own message would repeat parts of the URL, such as a password with an unescaped character.
    guard
      ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0),
      cpostgres_parse_address(text, &hasPassword)
    else {
      throw PostgreSQLError(
        .invalidSetup, "the address is not valid; it looks like postgres://db.example/ladder")
    }
    guard !hasPassword else {
      throw PostgreSQLError(
        .invalidSetup,
        "other users of this machine can see a password in the address; "
          + "write it to ~/.pgpass or the file that PGPASSFILE names")
    }
    self.text = text
  }
}
