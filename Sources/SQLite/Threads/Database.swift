/// A database whose work is done on a thread of its own, so that a caller awaits it without blocking its own thread.
public actor Database {
  private let executor: any SerialExecutor
  private let connection: Connection

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// - Parameter connection: An open one, which from now on is used on the database's thread only.
  public init(_ connection: sending Connection) {
    self.connection = connection
    executor = ThreadExecutor()
  }

  /// A database that works at once, on the thread of its caller: for a world in which time stands still meanwhile.
  ///
  /// - Parameter connection: An open one, which from now on is used by one thread at a time.
  public init(immediate connection: sending Connection) {
    self.connection = connection
    executor = CallersThread()
  }

  deinit { (executor as? ThreadExecutor)?.stop() }

  /// Runs `body` on the database's thread, after what was asked before.
  ///
  /// - Throws: What `body` throws, and ``DatabaseError`` where the file was replaced by one that cannot be used.
  public func run<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    try connection.follow()
    connection.beginRequest()
    return try body(connection)
  }

  /// Runs `body` on the database's thread, also where the database cannot be used.
  ///
  /// - Throws: What `body` throws.
  public func runWithoutConnection<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result { try body() }

  /// Lets it be written to, or not: then what is to be kept fails as on a disk that is read-only.
  ///
  /// - Throws: ``DatabaseError``.
  public func setWritable(_ isWritable: Bool) throws { try connection.setWritable(isWritable) }

  /// Closes the connection; what is asked afterwards throws.
  public func close() { connection.close() }
}

/// Runs a job where and when it is handed over.
private final class CallersThread: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}
