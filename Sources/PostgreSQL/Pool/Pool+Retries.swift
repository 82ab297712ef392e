import Glibc

extension Pool {
  /// The maximum number of times that a transaction is tried.
  public static let maxAttempts = 6

  /// Calls `body` with a connection, and again if its transaction failed for a reason that passes: a conflict with
  /// another transaction, or a connection that is lost or cannot be made while the server restarts.
  ///
  /// When a connection is lost during a commit, the client cannot know whether the transaction is committed. So `body`
  /// must be idempotent: repeated after a success, it must change nothing.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  @discardableResult
  public func perform<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    var attempt = 1
    while true {
      do {
        return try withConnection(body)
      } catch let error as PostgreSQLError where error.isTransient && attempt < Self.maxAttempts {
        // Waits outside `withConnection`, so that another thread can use the connection.
        usleep(error.delay(afterAttempt: attempt))
        attempt += 1
      }
    }
  }
}

extension PostgreSQLError {
  fileprivate var isTransient: Bool {
    [.conflict, .connectionLost, .cannotConnect].contains(reason)
  }

  /// Returns the time to wait before the next attempt, in microseconds: twice as long each time, and different for
  /// transactions that failed together.
  fileprivate func delay(afterAttempt attempt: Int) -> UInt32 {
    let first = reason == .conflict ? 2_000.0 : 50_000
    return UInt32(first * Double(1 << (attempt - 1)) * .random(in: 0.5...1.5))
  }
}
