/// A description of one program's databases: an application ID and the migrations that create the schema.
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
  /// The number in the file's header that identifies the program.
  public let applicationID: Int32

  /// All migrations, oldest first.
  let migrations: [Migration]

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - applicationID: The program's own number, other than 0.
  ///   - migrations: All migrations, oldest first. A released migration never changes.
  public init(applicationID: Int32, migrations: [Migration]) {
    self.applicationID = applicationID
    self.migrations = migrations
  }

  /// The current version: the number of migrations.
  public var version: Int { migrations.count }
}
