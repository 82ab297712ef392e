import CPostgres
import Glibc

/// A connection to a database. One thread uses it at a time.
///
/// Statements are parsed once for each connection, and values and results are binary.
public final class PostgreSQLConnection {
  let handle: OpaquePointer
  /// The names of the statements that the server has parsed, by the address of the literal.
  var prepared: [UnsafePointer<UInt8>: String] = [:]
  /// Statements that are sent with the next ones.
  private var queue: [Statement] = []

  /// The number of times that statements were sent and their results awaited.
  public internal(set) var roundTripCount = 0

  /// Whether the next statement can be sent, as far as the client knows.
  public internal(set) var isUsable = true

  /// The time to wait for a response, in milliseconds; -1 for no limit. The server ends statements earlier.
  var responseTimeout: Int32 = 60_000

  /// The time that the server has for a statement, including its wait for locks.
  public static let statementTimeout = Duration.seconds(10)

  /// Connects to a database.
  ///
  /// - Throws: ``PostgreSQLError``.
  public init(_ address: Address) throws {
    // Those before the address are defaults that it can replace. The time that a lost network may stay unnoticed is
    // limited, because a thread of the server waits for it.
    let parameters: [(String, String)] = [
      ("fallback_application_name", "ladder"), ("connect_timeout", "5"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
      ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    let connection = withCStrings(parameters.map(\.0)) { names in
      withCStrings(parameters.map(\.1)) { cpostgres_connect(names, $0) }
    }
    guard let connection else { throw PostgreSQLError(.cannotConnect, "there is no memory left") }
    handle = connection
    guard cpostgres_is_connected(handle) else {
      throw PostgreSQLError(.cannotConnect, lastError)
    }
    // libpq would convert names to an encoding that lacks letters of them.
    guard cpostgres_parameter(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8"
    else { throw PostgreSQLError(.invalidSetup, "the database needs the encoding UTF8") }
    try configure()
  }

  deinit { cpostgres_close(handle) }

  private func configure() throws {
    // A statement whose limit is a parameter would be planned again at each execution, which takes longer than a page.
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

  /// Queues a statement whose result is not needed. It is sent with the next statement that is run, whose errors include
  /// those of this one.
  public func queue(_ sql: StaticString, _ values: Value...) {
    queue(Statement(sql, values))
  }

  /// Queues a statement, as ``queue(_:_:)`` does.
  public func queue(_ statement: Statement) { queue.append(statement) }

  /// Forgets the statements that are queued.
  func removeQueue() { queue = [] }

  /// Runs a statement.
  ///
  /// - Throws: ``PostgreSQLError``.
  @discardableResult
  public func run(_ sql: StaticString, _ values: Value...) throws -> ResultSet {
    try run([Statement(sql, values)])[0]
  }

  /// Runs statements in one round trip. After the first that fails, the others are skipped.
  ///
  /// Outside a transaction, all of them are one transaction.
  ///
  /// - Returns: A result for each statement.
  /// - Throws: ``PostgreSQLError``.
  @discardableResult
  public func run(_ statements: [Statement]) throws -> [ResultSet] {
    let earlier = queue
    queue = []
    return Array(try exchange(earlier + statements).dropFirst(earlier.count))
  }

  /// The message of the client's last error, in one line.
  var lastError: String {
    // Further lines are indented with a tab.
    String(cString: cpostgres_error(handle)).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.joined(separator: "; ")
  }
}

/// A statement with the values of its parameters.
public struct Statement: Sendable {
  /// A literal of the program, so values cannot become part of the statement.
  let literal: StaticString
  let values: [Value]

  public init(_ literal: StaticString, _ values: Value...) {
    self.init(literal, values)
  }

  init(_ literal: StaticString, _ values: [Value]) {
    self.literal = literal
    self.values = values
  }

  var sql: String { literal.description }
}

/// Calls `body` with texts as a list of C strings that ends with NULL.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = texts.map { UnsafePointer(strdup($0)) }
  defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
  return body(copies + [nil])
}
