/// The statements that make up the tables, indexes and triggers of a database.
///
/// SQLite keeps the text of each statement in the file and reads it again whenever the file is opened. A stranger may have
/// added a trigger that discards rows, a view without an end, or an index that computes for minutes; so a database is used
/// only if its statements are those that the migrations of its version make.
public struct Schema: Hashable, Sendable {
  /// As SQLite keeps them, sorted.
  public private(set) var statements: [String]

  init(_ statements: [String]) { self.statements = statements.sorted() }

  /// The schema after some migrations, read off their text: to have SQLite make it takes a millisecond or two of each
  /// start.
  ///
  /// What a migration does can be read off if it only makes something or adds columns (``apply(_:)``). Of others the result
  /// is a schema that no database has, and then ``init(after:)`` decides.
  ///
  /// - Complexity: O(n) in their statements.
  init(readingOff migrations: [Migration]) {
    self.init([])
    for migration in migrations {
      for statement in Self.statements(of: migration.script) { apply(statement) }
    }
    statements.sort()
  }

  /// The statements of a script.
  ///
  /// - Parameter script: Statements in the form in which SQLite keeps them, each with an empty line behind it and none in
  ///   itself. Lines before a statement may be comments.
  /// - Complexity: O(n).
  private static func statements(of script: String) -> [String] {
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
    return statements
  }

  /// Does what SQLite does to the text of the schema when a statement is run.
  ///
  /// It puts a column that is added in front of the parenthesis that closes the table's columns. A table that ends in
  /// constraints has them behind its columns, and is not known here.
  ///
  /// Source: `sqlite3AlterFinishAddColumn` in https://sqlite.org/src/file/src/alter.c
  private mutating func apply(_ statement: String) {
    let words = statement.split(separator: " ", maxSplits: 5)
    guard
      words.count == 6, words[..<2] == ["ALTER", "TABLE"], words[3...4] == ["ADD", "COLUMN"],
      let table = statements.firstIndex(where: { $0.hasPrefix("CREATE TABLE \(words[2]) ") }),
      let end = statements[table].lastIndex(of: ")")
    else { return statements.append(statement) }
    statements[table].insert(contentsOf: ", \(words[5])", at: end)
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
    if schema == Schema(readingOff: migrations) { return }
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
