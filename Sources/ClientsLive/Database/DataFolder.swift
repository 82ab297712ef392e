import Files
import Glibc
import SQLite

/// Where a person's database lives.
public struct DataFolder: Hashable, Sendable {
  /// The folder.
  public let path: String

  /// The database in it.
  public var databasePath: String { path.hasSuffix("/") ? path + "ladder.db" : path + "/ladder.db" }

  /// - Parameter path: The folder; it need not exist.
  public init(path: String) {
    // SQLite may be built to read a path that begins with `file:` as a URL.
    self.path = path.hasPrefix("/") ? path : "./" + path
  }

  /// The folder that the environment asks for: `$LADDER_DATA`, `$XDG_DATA_HOME/ladder`, or
  /// `$HOME/.local/share/ladder`.
  ///
  /// An empty variable counts as unset, and so does a relative `XDG_DATA_HOME`, as its standard says.
  ///
  /// - Parameter environment: Looks up a variable.
  /// - Returns: `nil` when none of them is set.
  public init?(environment: (String) -> String?) {
    func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

    if let folder = variable("LADDER_DATA") {
      self.init(path: folder)
    } else if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      self.init(path: data + "/ladder")
    } else if let home = variable("HOME") {
      self.init(path: home + "/.local/share/ladder")
    } else {
      return nil
    }
  }
}

extension DataFolder {
  /// Makes the folder, where it is missing, with mode 0700 whatever the umask.
  ///
  /// - Throws: ``DatabaseError`` with the reason `cannotOpen`, and as `refuseIntruders(in:database:)`.
  public func makeFolder() throws {
    // Before anything is made there, and once more behind a race for the name.
    try checkForIntruders()
    guard makePrivateFolder(path) else { throw DatabaseError(errno: errno, path: path) }
    try checkForIntruders()
  }

  /// Makes the folder and an empty database file in it, where they are missing.
  ///
  /// New folders get mode 0700 and the new file 0600, whatever the umask; SQLite gives the files it
  /// puts beside it the same mode. What exists keeps the mode it has.
  ///
  /// - Throws: ``DatabaseError``, as ``makeFolder()``.
  func create() throws {
    try makeFolder()
    let file = makePrivateFile(databasePath)
    if file >= 0 {
      close(file)
    } else if errno != EEXIST {
      throw DatabaseError(errno: errno, path: databasePath)
    }
  }

  /// Whether there is a database in the folder already.
  ///
  /// - Throws: ``DatabaseError`` with the reason `cannotOpen` when that cannot be told, and as `refuseIntruders(in:database:)`.
  func exists() throws -> Bool {
    try checkForIntruders()
    if access(databasePath, F_OK) == 0 { return true }
    guard errno == ENOENT else { throw DatabaseError(errno: errno, path: databasePath) }
    return false
  }
  private func checkForIntruders() throws(DatabaseError) {
    try refuseIntruders(in: path, database: databasePath)
  }
}
