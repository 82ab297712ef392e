import Foundation
package import PostgreSQL

/// A schema of the shared PostgreSQL server, used as the database of one test.
package struct TestSchema: Sendable {
  private let name: String
  package let url: String

  /// The parsed URL.
  package let address: Address

  /// Creates a schema.
  package init() throws {
    try self.init(name: "test_" + UUID().uuidString.replacing("-", with: "").lowercased())
    // A schema's name is not a value, so it cannot be bound to a parameter.
    try connect().run(
      "DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('search_path'); END $$")
  }

  /// Returns the schema whose name is in a folder, or creates one and writes its name.
  package init(in folder: TestFolder) throws {
    let known = folder.text(of: "schema")
    self = try known.isEmpty ? TestSchema() : TestSchema(name: known)
    folder.write(name, to: "schema")
  }

  private init(name: String) throws {
    self.name = name
    url = PostgreSQLCluster.shared.url(schema: name)
    address = try Address(parsing: url)
  }

  /// Returns an additional connection, besides the connections under test.
  package func connect() throws -> PostgreSQLConnection { try PostgreSQLConnection(address) }
}
