import PostgreSQL
import SystemTestSupport
import Testing

/// A database on the server that the tests share. These tests create only temporary tables.
enum TestDatabase {
  static var address: Address {
    get throws { try Address(parsing: PostgreSQLCluster.shared.url()) }
  }

  static func connect() throws -> PostgreSQLConnection { try PostgreSQLConnection(address) }

  static func pool(
    _ address: Address? = nil, maxCount: Int = 2, acquireTimeout: Duration = .seconds(3600)
  ) throws -> Pool {
    try Pool(address ?? self.address, maxCount: maxCount, acquireTimeout: acquireTimeout) {}
  }
}

extension PostgreSQLConnection {
  /// The ID of the server process of this connection.
  var processID: Int64 {
    get throws {
      try #require(try run("SELECT pg_backend_pid()").first { try $0.integer("pg_backend_pid") })
    }
  }

  /// Ends the server process of another connection, and waits until it has ended.
  func terminate(_ processID: Int64) throws {
    try run("SELECT pg_terminate_backend($1::int, 3600000)", .integer(processID))
  }
}
