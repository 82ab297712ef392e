import Glibc
import Synchronization

/// A pool of connections to a database, shared by threads.
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
  ///   - didConnect: Called after each new connection, because the database may have been restored from a backup.
  public init(
    _ address: Address, maxCount: Int, acquireTimeout: Duration,
    didConnect: @escaping @Sendable () -> Void
  ) {
    self.address = address
    self.acquireTimeout = acquireTimeout
    self.didConnect = didConnect
    semaphore = Semaphore(count: maxCount)
  }

  /// The number of connections made so far.
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
        // The idle connections were probably lost together with this one.
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
/// `@unchecked Sendable`: a thread removes it from the list before using it, so only one thread uses it at a time.
private struct IdleConnection: @unchecked Sendable {
  let connection: PostgreSQLConnection
}

// MARK: - Repeated transactions

extension Pool {
  /// The maximum number of times that a transaction is tried.
  public static let maxAttempts = 6

  /// Calls `body` with a connection, and repeats it if its transaction failed temporarily: because of a conflict with
  /// another transaction, or because the connection was lost or the server is restarting.
  ///
  /// If a connection is lost during a commit, the client cannot know whether the transaction was committed. So `body`
  /// must be idempotent: a repetition after a success must change nothing.
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

  /// Returns the time to wait before the next attempt, in microseconds. It doubles each time, and differs between
  /// transactions that failed together.
  fileprivate func delay(afterAttempt attempt: Int) -> UInt32 {
    let first = reason == .conflict ? 2_000.0 : 50_000
    return UInt32(first * Double(1 << (attempt - 1)) * .random(in: 0.5...1.5))
  }
}

/// A counting semaphore with timeouts by the monotonic clock.
///
/// `@unchecked Sendable`: the count is only used while the mutex is locked, and the pointers never change.
final class Semaphore: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count: Int

  init(count: Int) {
    self.count = count
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Waits until the count is positive, and decrements it.
  ///
  /// - Returns: False after a timeout.
  func wait(timeout: Duration) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count == 0 {
      guard pthread_cond_timedwait(condition, mutex, &deadline) == 0 else { return false }
    }
    count -= 1
    return true
  }

  func signal() {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }
}
