/// The statements that make up the tables, indexes and triggers of a database.
///
/// SQLite keeps the text of each statement in the file and reads it again whenever the file is opened. A stranger may have
/// added a trigger that discards rows, a view without an end, or an index that computes for minutes; so a database is used
/// only if its statements are those that the migrations of its version make.
public struct Schema: Hashable, Sendable {
  /// As SQLite keeps them, sorted.
  public let statements: [String]

  init(_ statements: [String]) { self.statements = statements.sorted() }

  /// The schema that a script makes, read off its text: to have SQLite make it takes a millisecond or two of each start.
  ///
  /// - Parameter script: Statements in the form in which SQLite keeps them, each with an empty line behind it and none in
  ///   itself. Lines before a statement may be comments.
  /// - Complexity: O(n).
  init(script: String) {
    var statements: [String] = []
    var lines: [Substring] = []
    for line in (script + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty {
        if !lines.isEmpty || !line.hasPrefix("--") { lines.append(line) }
      } else if !lines.isEmpty {
        let statement = lines.joined(separator: "\n")
        statements.append(statement.hasSuffix(";") ? String(statement.dropLast()) : statement)
        lines = []
      }
    }
    self.init(statements)
  }

  /// The schema after some migrations.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in their statements; some milliseconds.
  init(after migrations: [Migration]) throws {
    let connection = try Connection(path: ":memory:")
    defer { connection.close() }
    for migration in migrations { try connection.execute(text: migration.script) }
    self = try connection.schema()
  }

  /// Whether it has a table.
  func hasTable(_ name: String) -> Bool {
    statements.contains { $0.hasPrefix("CREATE TABLE \(name) ") }
  }

  /// The statements without their comments, whose wording may change between releases.
  var meanings: Set<String> { Set(statements.map(Self.withoutComments)) }

  /// Leaves out the lines that are only a comment. In our statements a string or a name never goes over the end of a line,
  /// so a text that is like one of them without these lines means the same.
  private static func withoutComments(_ statement: String) -> String {
    guard statement.contains("--") else { return statement }
    return statement.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("--") }
      .joined(separator: "\n")
  }
}

extension Connection {
  /// Returns the statements of the database that is open.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in them.
  public func schema() throws -> Schema {
    // An index that SQLite makes for a table by itself has no statement. What it gathers for its query planner is in
    // tables of its own, which come and go.
    try Schema(
      all(
        """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT IN (
          'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
          'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')
        """
      ) { $0.text(0) })
  }

  /// Throws unless the schema is the one that the migrations make.
  ///
  /// - Parameter schema: That of this database.
  /// - Throws: ``DatabaseError`` with the reason `foreignSchema`.
  /// - Complexity: O(size of the schema).
  func refuse(_ schema: Schema, after migrations: [Migration]) throws {
    if migrations.count == 1, schema == Schema(script: migrations[0].script) { return }
    let own = try Schema(after: migrations).meanings
    let found = schema.meanings
    let difference =
      found.subtracting(own).min().map { "\(Self.subject(of: $0)) was added" }
      ?? own.subtracting(found).min().map { "\(Self.subject(of: $0)) is missing" }
    guard let difference else { return }
    throw DatabaseError(reason: .foreignSchema, message: difference, path: path)
  }

  /// The kind and the name of what a statement makes: `INDEX notes_by_time`.
  private static func subject(of statement: String) -> String {
    String(
      statement.prefix(200).split { " (\n".contains($0) }.dropFirst().prefix(2)
        .joined(separator: " ").prefix(60))
  }
}
