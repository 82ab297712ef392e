@testable import SQLite

extension Connection {
  /// Returns the statements of the schema and all rows of all tables, as `.dump` of SQLite's shell does.
  func dump() throws -> [String] {
    let tables = try all(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { (name: $0.text("name"), sql: $0.text("sql")) }
    let schema = try all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") {
      $0.text(0)
    }
    return try tables.reduce(into: schema) { lines, table in
      let columns = try all(
        "SELECT group_concat('quote(' || name || ')', ' || '','' || ') FROM pragma_table_info(?)",
        .text(table.name)
      ) { $0.text(0) }
      let rows = try all(SQL(text: "SELECT \(columns[0]) FROM \(table.name)")) { $0.text(0) }
      lines += rows.sorted().map { "\(table.name) \($0)" }
    }
  }
}
