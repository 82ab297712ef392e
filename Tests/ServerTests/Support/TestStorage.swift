import PostgreSQL
import SystemTestSupport
import Testing

@testable import Server

/// An implementation of `Storage`. Tests of what every storage does run with each of ``all``.
enum TestStorage: String, CustomTestStringConvertible {
  case sqlite, postgreSQL

  /// The implementations whose external parts are installed.
  static let all: [TestStorage] =
    PostgreSQLCluster.isInstalled && Address.isSupported ? [.sqlite, .postgreSQL] : [.sqlite]

  var testDescription: String { rawValue }

  /// Returns an empty storage, which is deleted with the folder or with the run of the tests.
  func make(in folder: TestFolder) throws -> any Storage {
    switch self {
    case .sqlite: try SQLiteStorage(folder: folder.path)
    case .postgreSQL: try PostgreSQLStorage(url: TestSchema().url)
    }
  }
}

/// An empty schema of the shared PostgreSQL server.
struct TestSchema {
  let url: String

  init(on cluster: PostgreSQLCluster = .shared) throws {
    let connection = try Connection(Address(parsing: cluster.url()))
    // Names are not values, so they cannot be bound.
    let name = try connection.run(
      """
      SELECT set_config('ladder.schema', 'test_' || replace(gen_random_uuid()::text, '-', ''), false)
      """
    ).first { try $0.text(0) }
    try connection.run(
      "DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('ladder.schema'); END $$")
    url = cluster.url(schema: try #require(name))
  }

  /// Returns a connection beside those of the storage.
  func connect() throws -> Connection { try Connection(Address(parsing: url)) }
}
