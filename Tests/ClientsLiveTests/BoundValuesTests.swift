import SystemTestSupport
import Testing

/// Values get into statements by being bound to them, and in no other way.
struct BoundValuesTests {
  /// What is put into the text of SQL all the same, and why no value of anybody's can be in it.
  private static let exceptions: [(file: String, expression: String, reason: String)] = [
    ("Database/Migration.swift", "Self.applicationID", "a constant; pragmas take no values"),
    ("Database/Migration.swift", "current + 1", "the number of a migration of ours"),
    ("Database/Database.swift", "isWritable ? \"OFF\" : \"ON\"", "one of two words"),
  ]

  @Test func `nothing that comes from outside is put into a statement's text`() {
    let statements = SourceLiterals.all().filter { Self.isSQL($0.text) }
    #expect(statements.count >= 100)
    var used: Set<Int> = []
    for statement in statements {
      for expression in statement.interpolations {
        let exception = Self.exceptions.firstIndex {
          statement.file == "ClientsLive/" + $0.file && expression.hasPrefix($0.expression)
        }
        #expect(exception != nil, "\(statement.file): \\(\(expression)) in \(statement.text)")
        if let exception { used.insert(exception) }
      }
    }
    #expect(used.count == Self.exceptions.count, "an exception that nobody needs")
  }

  @Test func `what would go unnoticed is found`() {
    let literal = SourceLiterals.Literal(
      file: "", text: #"SELECT 1 FROM people WHERE name = '\(name(of: (1)))' AND id = \(id)"#)
    #expect(Self.isSQL(literal.text))
    #expect(literal.interpolations == ["name(of: (1))", "id"])
  }

  @Test func `SQLite is handed text in one file only`() {
    let handing = ["sqlite3_exec", "sqlite3_prepare", "sqlite3_get_table", "sqlite3_complete"]
    let files = SourceLiterals.sources().filter { source in
      handing.contains { source.text.contains($0 + "(") || source.text.contains($0 + "_") }
    }
    #expect(files.map(\.path) == ["ClientsLive/Database/Connection.swift"])
  }

  /// Whether a literal begins a line as a statement begins: in capitals, which are kept for that.
  private static func isSQL(_ text: String) -> Bool {
    let words = [
      "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "ALTER ", "DROP ", "PRAGMA ", "VACUUM",
      "ATTACH ", "WITH ", "REPLACE ", "FROM ", "WHERE ", "AND ", "VALUES ", "SET ",
    ]
    return text.split(separator: "\n").contains { line in
      let line = line.drop(while: \.isWhitespace)
      return words.contains { line.hasPrefix($0) }
    }
  }
}
