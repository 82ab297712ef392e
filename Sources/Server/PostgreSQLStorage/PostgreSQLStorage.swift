import PostgreSQL

/// A storage in a PostgreSQL database, which several servers can share.
public final class PostgreSQLStorage: Storage {
  private let pool: Pool
  private let boardNumbers = BoardNumbers()

  /// Connects to a database, and applies the migrations that it lacks.
  ///
  /// - Parameters:
  ///   - url: An address such as `postgres://db.example/ladder`, without a password.
  ///   - maxConnections: The maximum number of connections.
  /// - Throws: ``StorageError``.
  public convenience init(url: String, maxConnections: Int = 16) throws {
    try self.init(url: url, maxConnections: maxConnections, acquireTimeout: .seconds(10))
  }

  init(url: String, maxConnections: Int, acquireTimeout: Duration) throws {
    let address = try Self.translatingErrors {
      let address = try Address(parsing: url)
      try Connection(address).migrate(to: Migration.server)
      return address
    }
    pool = Pool(address, maxCount: maxConnections, acquireTimeout: acquireTimeout) {
      [boardNumbers] in boardNumbers.removeAll()
    }
  }

  public func withSession<Result>(
    _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    try body(PostgreSQLSession(pool: pool, boardNumbers: boardNumbers))
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
