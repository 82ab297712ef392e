import Foundation
package import PostgreSQL

/// An empty schema of the shared PostgreSQL server, as the database of one test.
package struct TestSchema: Sendable {
  package let url: String

  /// The address with the URL.
  package let address: Address

  package init() throws {
    let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
    url = PostgreSQLCluster.shared.url(schema: name)
    address = try Address(parsing: url)
    // A name is not a value, so it cannot be bound.
    try connect().run(
      "DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('search_path'); END $$")
  }

  /// Returns a connection beside those that are tested.
  package func connect() throws -> Connection { try Connection(address) }
}
