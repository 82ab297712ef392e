/// A database whose work is done on a thread of its own, so that whoever awaits it is not held up.
public actor Database {
  private let thread = DatabaseThread()
  private let connection: Connection

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// - Parameter connection: An open one, which from now on is used on the database's thread only.
  public init(_ connection: sending Connection) { self.connection = connection }

  deinit { thread.stop() }

  /// Runs `body` on the database's thread, after what was asked before.
  ///
  /// - Throws: What `body` throws.
  public func run<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    try body(connection)
  }

  /// Closes the connection; what is asked afterwards throws.
  public func close() { connection.close() }
}
