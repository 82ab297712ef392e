import SQLite

extension Connection {
  /// Opens a person's database, makes it when there is none, and brings it up to date.
  ///
  /// - Parameter busyTimeout: How long a statement waits for another process.
  /// - Throws: ``DatabaseError``.
  public static func open(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    try folder.create()
    return try open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout)
  }

  /// Opens a person's database if there is one.
  ///
  /// - Returns: `nil` when there is none, and then nothing was made.
  /// - Throws: ``DatabaseError``.
  public static func openExisting(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection? {
    guard try folder.exists() else { return nil }
    return try open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout)
  }
}
