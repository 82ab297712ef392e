/// What makes a file a database of one program: a mark, and the migrations that made it.
///
/// ```swift
/// extension DatabaseFormat {
///   static let notes = DatabaseFormat(
///     applicationID: 0x4E4F_5445,
///     migrations: [
///       Migration("first", "CREATE TABLE notes (text TEXT NOT NULL) STRICT"),
///       Migration("when notes were taken", "ALTER TABLE notes ADD COLUMN taken_at INTEGER"),
///     ])
/// }
/// ```
public struct DatabaseFormat: Sendable {
  /// The number in the file's header that says whose it is.
  public let applicationID: Int32

  /// Every step there has been, oldest first.
  let migrations: [Migration]

  /// A table that only versions had which were never released; a file that has it is refused.
  let unreleasedTable: String?

  /// - Parameters:
  ///   - applicationID: A number of the program's own, other than 0.
  ///   - migrations: Every step there has been, oldest first. One that was released never changes.
  ///   - unreleasedTable: A table that only versions had which were never released, if they have to be told.
  public init(applicationID: Int32, migrations: [Migration], unreleasedTable: String? = nil) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.unreleasedTable = unreleasedTable
  }

  /// The version of a database that is up to date.
  public var version: Int { migrations.count }
}
