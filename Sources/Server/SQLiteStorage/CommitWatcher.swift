import SQLite

/// A connection that never writes, and so notices the commits of all others, those of other processes included.
///
/// `@unchecked Sendable`: it is removed from a list before it is used, so that one thread at a time uses it.
final class CommitWatcher: @unchecked Sendable {
  private let connection: Connection
  private var version: Int64?

  /// Opens a database.
  ///
  /// - Throws: `DatabaseError`.
  init(_ path: String) throws { connection = try Connection.open(path, as: .server) }

  /// Returns whether there were commits since the last call; true for the first one.
  ///
  /// - Throws: `DatabaseError`.
  func hasNews() throws -> Bool {
    // The numbers of two connections have nothing to do with each other.
    let version = try connection.first("PRAGMA data_version") { $0.integer(0) }
    defer { self.version = version }
    return version != self.version
  }
}
