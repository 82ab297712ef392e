import Synchronization

/// Connections to a database, which threads share.
public final class Pool: Sendable {
  private let address: Address
  private let acquireTimeout: Duration
  private let didConnect: @Sendable () -> Void
  private let semaphore: Semaphore
  /// The connections that no thread uses.
  private let idle = Mutex<[IdleConnection]>([])
  private let connections = Atomic(0)

  /// Creates a pool. It connects when a thread needs a connection and none is idle.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of connections.
  ///   - acquireTimeout: The time to wait for a connection while all are in use.
  ///   - didConnect: Called after each connection that is made. The database can be another one than before, restored
  ///     from a backup.
  public init(
    _ address: Address, maxCount: Int, acquireTimeout: Duration,
    didConnect: @escaping @Sendable () -> Void
  ) {
    self.address = address
    self.acquireTimeout = acquireTimeout
    self.didConnect = didConnect
    semaphore = Semaphore(count: maxCount)
  }

  /// The number of connections that were made.
  public var connectionCount: Int { connections.load(ordering: .acquiring) }

  /// Calls `body` with a connection.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  func withConnection<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    guard semaphore.wait(timeout: acquireTimeout) else {
      throw PostgreSQLError(.poolExhausted, "all connections are in use")
    }
    defer { semaphore.signal() }
    let connection = try idle.withLock { $0.popLast() }?.connection ?? connect()
    defer {
      if connection.isUsable {
        idle.withLock { $0.append(IdleConnection(connection: connection)) }
      } else {
        // The others were probably lost together with this one.
        idle.withLock { $0 = [] }
      }
    }
    return try body(connection)
  }

  private func connect() throws -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(address)
    connections.add(1, ordering: .releasing)
    didConnect()
    return connection
  }
}

/// A connection that no thread uses.
///
/// `@unchecked Sendable`: it is removed from the list before it is used, so that one thread at a time uses it.
private struct IdleConnection: @unchecked Sendable {
  let connection: PostgreSQLConnection
}
