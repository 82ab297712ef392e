import FoundationEssentials
import PostgreSQL
import Synchronization

/// A storage in a PostgreSQL database, which several servers can share.
public final class PostgreSQLStorage: Storage {
  let address: Address
  let pool: Pool
  let boardNumbers = PostgreSQLBoardNumbers()
  /// The database's own ID, which tells its notifications from those of another one on the same server.
  let installation: String
  /// The ID of this storage, whose own changes are reported without the database.
  let sender = UUID().uuidString
  let observers = ChangeObservers()
  /// Receives the changes of other servers, once there is an observer.
  let listener = Mutex<Listener?>(nil)

  /// Connects to a database, and applies the migrations that it lacks.
  ///
  /// - Parameters:
  ///   - url: An address such as `postgres://db.example/ladder`, without a password.
  ///   - maxConnections: The maximum number of connections, without the one that listens.
  ///   - acquireTimeout: The time to wait for a connection while all are in use.
  /// - Throws: ``StorageError``.
  public init(
    url: String, maxConnections: Int = 16, acquireTimeout: Duration = .seconds(10)
  ) throws {
    (address, installation) = try Self.translatingErrors {
      let address = try Address(parsing: url)
      let connection = try PostgreSQLConnection(address)
      try connection.migrate(to: PostgreSQLMigration.server)
      let installation = try connection.run(
        "SELECT value FROM settings WHERE name = 'installation'"
      ).first { try $0.text(0) }
      return (address, installation ?? "")
    }
    pool = Pool(address, maxCount: maxConnections, acquireTimeout: acquireTimeout) {
      [boardNumbers] in boardNumbers.removeAll()
    }
  }

  public func withSession<Result>(
    _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    try body(PostgreSQLSession(storage: self))
  }

  static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PostgreSQLError {
      let code = error.code.map { " (\($0))" } ?? ""
      throw StorageError("PostgreSQL: \(error.message)\(code)")
    }
  }
}
