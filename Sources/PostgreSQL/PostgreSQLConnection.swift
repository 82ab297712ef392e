import CPostgres
import Glibc

/// A connection to a database. One thread uses it at a time.
///
/// Statements are parsed once per connection. Values and results are in binary format.
public final class PostgreSQLConnection {
  let handle: OpaquePointer
  /// The names of the statements that the server has parsed, by the address of the literal.
  var prepared: [UnsafePointer<UInt8>: String] = [:]
  /// The statements to send together with the next statement that is run.
  private var queue: [Statement] = []

  /// The number of round trips.
  public internal(set) var roundTripCount = 0

  /// Whether, as far as the client knows, the next statement can be sent.
  public internal(set) var isUsable = true

  /// The time to wait for a response, in milliseconds; -1 for no limit. The server's own limit is shorter.
  var responseTimeout: Int32 = 60_000

  /// The maximum time for a statement on the server, including its wait for locks.
  public static let statementTimeout = Duration.seconds(10)

  /// Connects to a database.
  ///
  /// - Throws: ``PostgreSQLError``.
  public init(_ address: Address) throws {
    // The address can override the parameters before it. Some limit the time to detect a lost network,
    // because a thread of the server waits that long.
    let parameters: [(String, String)] = [
      ("fallback_application_name", "ladder"), ("connect_timeout", "5"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
      ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    let connection = withCStrings(parameters.map(\.0)) { names in
      withCStrings(parameters.map(\.1)) { cpostgres_connect(names, $0) }
    }
    guard let connection else { throw PostgreSQLError(.cannotConnect, "out of memory") }
    handle = connection
    guard cpostgres_is_connected(handle) else {
      throw PostgreSQLError(.cannotConnect, lastError)
    }
    // In another encoding, libpq's conversion would lose letters of names.
    guard cpostgres_parameter(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8"
    else { throw PostgreSQLError(.invalidSetup, "the database must use the encoding UTF8") }
    try configure()
  }

  deinit { cpostgres_close(handle) }

  private func configure() throws {
    // Without generic plans, statements with a LIMIT parameter are planned each time, which is slower than the query.
    let milliseconds = Self.statementTimeout.components.seconds * 1000
    try run([
      Statement(
        """
        SELECT set_config('statement_timeout', $1, false),
          set_config('idle_in_transaction_session_timeout', $1, false),
          set_config('default_transaction_isolation', 'read committed', false),
          set_config('plan_cache_mode', 'force_generic_plan', false),
          set_config('jit', 'off', false)
        """, .text(String(milliseconds)))
    ])
  }

  /// Queues a statement whose result is not needed. It is sent with the next run, which also throws
  /// the errors of this statement.
  public func queue(_ sql: StaticString, _ values: Value...) {
    queue(Statement(sql, values))
  }

  /// Queues a statement, like ``queue(_:_:)``.
  public func queue(_ statement: Statement) { queue.append(statement) }

  /// Removes the queued statements.
  func removeQueue() { queue = [] }

  /// Runs a statement.
  ///
  /// - Throws: ``PostgreSQLError``.
  @discardableResult
  public func run(_ sql: StaticString, _ values: Value...) throws -> ResultSet {
    try run([Statement(sql, values)])[0]
  }

  /// Runs statements in one round trip. If one fails, the following ones are skipped.
  ///
  /// Outside a transaction, the statements form one transaction.
  ///
  /// - Returns: A result for each statement.
  /// - Throws: ``PostgreSQLError``.
  @discardableResult
  public func run(_ statements: [Statement]) throws -> [ResultSet] {
    let earlier = queue
    queue = []
    return Array(try exchange(earlier + statements).dropFirst(earlier.count))
  }

  /// The message of the client's last error, on one line.
  var lastError: String {
    // Further lines are indented with a tab.
    String(cString: cpostgres_error(handle)).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
  }
}

// MARK: - Transactions

extension PostgreSQLConnection {
  /// Runs `body` in a transaction that is committed when `body` returns and rolled back when `body` throws.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  /// Runs `body` in a read transaction, so that all of its statements see the same snapshot.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
  }

  /// Runs `body` in a transaction without time limits.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func longTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    let timeout = responseTimeout
    responseTimeout = -1
    defer { responseTimeout = timeout }
    return try transaction {
      queue("SELECT set_config('statement_timeout', '0', true)")
      return try body()
    }
  }

  private func transaction<Result>(
    _ begin: StaticString, _ body: () throws -> Result
  ) throws -> Result {
    queue(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    removeQueue()
    guard isUsable else { return }
    // If the rollback fails, the connection is closed, and the server rolls back.
    do { try run("ROLLBACK") } catch { isUsable = false }
  }
}

// MARK: - Migrations

/// A migration from one version of a database to the next. Its name is recorded in the database.
///
/// Migrations are only appended; a released migration never changes.
public struct PostgreSQLMigration: Sendable {
  public let name: String
  let statements: [Statement]

  /// Creates a migration.
  ///
  /// - Parameter statements: Single statements from the source code, without parameters.
  public init(_ name: String, _ statements: [String]) {
    self.name = name
    self.statements = statements.map { Statement(text: $0) }
  }
}

extension PostgreSQLConnection {
  /// Applies the missing migrations in one transaction, and records their names in the table `migrations`.
  ///
  /// Servers that start at the same time wait for each other; only one of them migrates.
  ///
  /// - Throws: ``PostgreSQLError``; the database is unchanged.
  public func migrate(to migrations: [PostgreSQLMigration]) throws {
    // Another server's migration may take a long time.
    try longTransaction {
      queue("SELECT pg_advisory_xact_lock($1)", .integer(Self.migrationLock))
      queue(
        """
        CREATE TABLE IF NOT EXISTS migrations (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL UNIQUE
        )
        """)
      let applied = try run("SELECT name FROM migrations ORDER BY number").all {
        try $0.text("name")
      }
      guard applied.count <= migrations.count,
        applied == migrations.prefix(applied.count).map(\.name)
      else {
        throw PostgreSQLError(
          .invalidSetup, "a newer version of Ladder has changed the database; update this server")
      }
      for migration in migrations.dropFirst(applied.count) {
        try run(
          migration.statements
            + [Statement("INSERT INTO migrations (name) VALUES ($1)", .text(migration.name))])
      }
    }
  }

  /// The number of the lock held during a migration: "ladder" in ASCII.
  private static let migrationLock: Int64 = 0x6C61_6464_6572
}

// MARK: - Addresses

/// The address of a database in any form that libpq supports, including several hosts, TLS and service files.
///
/// It never contains a password, because other users can see the command line of a process. libpq reads passwords from
/// the file in `PGPASSFILE`, by default `~/.pgpass`.
public struct Address: Hashable, Sendable {
  let text: String

  /// The reason that libpq cannot be used; `nil` once it is loaded.
  private static let loadFailure: String? = cpostgres_load().map {
    "cannot load libpq (\(String(cString: $0))); install the package libpq5"
  }

  /// Whether libpq is installed.
  public static var isSupported: Bool { loadFailure == nil }

  /// Parses a URL such as `postgres://db.example/ladder`.
  ///
  /// - Throws: ``PostgreSQLError`` if libpq is not installed, or if the URL is not valid or has a password.
  public init(parsing text: String) throws {
    if let failure = Self.loadFailure { throw PostgreSQLError(.invalidSetup, failure) }
    var hasPassword = false
    // libpq's own message would repeat parts of the URL, such as a password with an unescaped character.
    guard
      ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0),
      cpostgres_parse_address(text, &hasPassword)
    else {
      throw PostgreSQLError(
        .invalidSetup, "the address is not valid; use a URL such as postgres://db.example/ladder")
    }
    guard !hasPassword else {
      throw PostgreSQLError(
        .invalidSetup,
        "other users of this machine can see a password in the address; "
          + "write it to ~/.pgpass or the file that PGPASSFILE names")
    }
    self.text = text
  }
}

/// Calls `body` with texts as a list of C strings that ends with NULL.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = texts.map { UnsafePointer(strdup($0)) }
  defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
  return body(copies + [nil])
}
