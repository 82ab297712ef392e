import SystemTestSupport
import Testing

/// Tests of the expressions that compile as SQL statements.
struct SQLTests {
  private func errors(_ statement: String) async -> [String] {
    await Compiler.errors(
      in: """
        import SQLite
        func find(_ name: String, in connection: Connection) throws {
          try connection.run(\(statement))
        }
        """)
  }

  @Test func `only a literal without interpolation is a statement`() async {
    #expect(await errors(#""DELETE FROM notes WHERE text = ?", .text(name)"#) == [])
    #expect(await errors(#""DELETE FROM notes WHERE text = '\(name)'""#).count == 1)
    #expect(await errors(#""DELETE FROM notes WHERE text = " + name"#).count == 1)
    #expect(await errors("name").count == 1)
    #expect(await errors("SQL(stringLiteral: name)").count == 1)
  }
}
