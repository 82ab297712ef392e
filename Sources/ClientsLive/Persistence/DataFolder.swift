import Files
import Glibc
import SQLite

/// A folder that contains a person's database.
public struct DataFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// The path of the database.
  public var databasePath: String { path(of: "ladder.db") }

  /// The path of the file with the last selections and filters of screens.
  public var screensPath: String { path(of: "screens.json") }

  private func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }

  /// Creates a data folder at `path`, which need not exist.
  public init(path: String) {
    // SQLite may be built to interpret a path that begins with `file:` as a URL.
    self.path = path.hasPrefix("/") ? path : "./" + path
  }
}

extension DataFolder {
  /// Creates the folder with mode 0700 if it is missing, regardless of the umask.
  ///
  /// - Throws: ``DatabaseError`` with the reason `cannotOpen`, and the errors of `checkPermissions(of:database:)`.
  public func createFolder() throws {
    // Checks before creating anything, and again because another user may have created the folder first.
    try checkPermissions()
    guard makePrivateFolder(path) else { throw DatabaseError(errno: errno, path: path) }
    try checkPermissions()
  }

  /// Creates the folder and an empty database file in it if they are missing.
  ///
  /// New folders get mode 0700 and the new file 0600, regardless of the umask. SQLite gives the files beside it the
  /// same mode. Existing files keep their modes.
  ///
  /// - Throws: ``DatabaseError``, like ``createFolder()``.
  func createDatabase() throws {
    try createFolder()
    let file = makePrivateFile(databasePath)
    if file >= 0 {
      close(file)
    } else if errno != EEXIST {
      throw DatabaseError(errno: errno, path: databasePath)
    }
  }

  /// Returns whether the folder contains a database.
  ///
  /// - Throws: ``DatabaseError`` with the reason `cannotOpen` if the folder cannot be inspected, and the errors of
  ///   `checkPermissions(of:database:)`.
  func hasDatabase() throws -> Bool {
    try checkPermissions()
    if access(databasePath, F_OK) == 0 { return true }
    guard errno == ENOENT else { throw DatabaseError(errno: errno, path: databasePath) }
    return false
  }

  private func checkPermissions() throws(DatabaseError) {
    try SQLite.checkPermissions(of: path, database: databasePath)
  }
}
