/// A database that works on a thread of its own, so that callers await it without blocking theirs.
public actor Database {
  private let executor: any SerialExecutor
  private let connection: Connection

  /// The executor of the database's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a database from an open connection, used only on the database's thread from now on, and starts the thread.
  ///
  /// - Throws: ``ThreadError``.
  public init(_ connection: sending Connection) throws(ThreadError) {
    executor = try ThreadExecutor()
    self.connection = connection
  }

  /// Creates a database that works immediately on the caller's thread, for tests and scripts in virtual time.
  ///
  /// - Parameter connection: An open connection, used by one thread at a time.
  public init(immediate connection: sending Connection) {
    self.connection = connection
    executor = ImmediateExecutor()
  }

  deinit { (executor as? ThreadExecutor)?.stop() }

  /// The number of requests so far; 0 for a database without a thread of its own.
  public nonisolated var requestCount: Int { (executor as? ThreadExecutor)?.jobCount ?? 0 }

  /// Runs `body` on the database's thread, after earlier requests.
  ///
  /// - Throws: Errors of `body`, and ``DatabaseError`` if the file was replaced by one that cannot be used.
  public func run<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    try connection.reopenReplacedFile()
    connection.beginRequest()
    return try body(connection)
  }

  /// Runs `body` on the database's thread, even if the database cannot be used.
  ///
  /// - Throws: Errors of `body`.
  public func runWithoutConnection<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result { try body() }

  /// Allows or forbids writing. A forbidden write fails as on a read-only disk.
  ///
  /// - Throws: ``DatabaseError``.
  public func setWritable(_ isWritable: Bool) throws { try connection.setWritable(isWritable) }

  /// Closes the connection. Later requests throw.
  public func close() { connection.close() }
}
