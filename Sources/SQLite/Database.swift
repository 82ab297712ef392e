import CSystem
import Files
import Glibc
import Synchronization

/// A database with its own thread, so that callers await it without blocking their own threads.
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

  /// The number of requests so far; 0 for a database without its own thread.
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

  /// Runs `body` on the database's thread, without checking that the database can be used.
  ///
  /// - Throws: Errors of `body`.
  public func runWithoutConnection<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result { try body() }

  /// Allows or forbids writing. A forbidden write fails like a write to a read-only disk.
  ///
  /// - Throws: ``DatabaseError``.
  public func setWritable(_ isWritable: Bool) throws { try connection.setWritable(isWritable) }

  /// Closes the connection. Later requests throw.
  public func close() { connection.close() }
}

// MARK: - Threads

/// An error for a thread that the system could not start. Its description is one sentence for the user.
public struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno` of the system.
  let code: Int32

  public var description: String {
    """
    no thread can be started (\(systemErrorMessage(code))); close other programs, or raise the limits on processes and \
    memory
    """
  }
}

/// An executor with its own thread for blocking work.
///
/// As an actor's executor, it keeps blocking work off the main thread, which must handle events, and off the shared
/// pool, whose few threads must not block.
public final class ThreadExecutor: SerialExecutor {
  private let jobs = ThreadQueue()
  private let enqueuedCount = Atomic(0)

  /// The number of jobs so far.
  public var jobCount: Int { enqueuedCount.load(ordering: .acquiring) }

  /// Creates an executor and starts its thread.
  ///
  /// - Throws: ``ThreadError``.
  public init() throws(ThreadError) { try start() }

  /// Runs `job` on the executor's thread, after earlier jobs.
  public func enqueue(_ job: consuming ExecutorJob) {
    // The thread may take the job immediately, and the job may release the executor, which the caller does not retain.
    enqueuedCount.add(1, ordering: .releasing)
    jobs.enqueue(UnownedJob(job))
  }

  /// Ends the thread after the jobs enqueued so far.
  public func stop() { jobs.close() }

  private func start() throws(ThreadError) {
    // Blocks signals on the new thread: they must interrupt the main thread's wait, not a write to the database.
    var previous = sigset_t()
    csys_crash_block_other_signals(&previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    // The thread keeps the executor alive until it ends.
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        // Never `nil`: this is the pointer passed above.
        if let context {
          Unmanaged<ThreadExecutor>.fromOpaque(context).takeRetainedValue().runJobs()
        }
        return nil
      }, context)
    guard code == 0 else {
      Unmanaged<ThreadExecutor>.fromOpaque(context).release()
      throw ThreadError(code: code)
    }
    pthread_detach(thread)
  }

  private func runJobs() {
    // Installs the crash handler's stack on this thread too.
    let crashGuard = csys_crash_guard_thread()
    defer { csys_crash_unguard_thread(crashGuard) }
    while let job = jobs.dequeue() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

/// An executor that runs each job immediately on the caller's thread. All callers must be on one thread.
public final class ImmediateExecutor: SerialExecutor {
  /// Creates an executor.
  public init() {}

  /// Runs `job` before this returns.
  public func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}

/// A queue of jobs for one thread, which sleeps while the queue is empty.
///
/// It uses a POSIX mutex instead of `Synchronization.Mutex`, which has no condition variable and is not seen by the
/// thread sanitizer on Linux.
///
/// `@unchecked Sendable`: the variables are accessed only with the lock held. The two pointers never change and are
/// freed with the queue.
final class ThreadQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let jobAvailable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []

  /// The number of jobs already dequeued. They are removed together when the queue is empty.
  private var dequeuedCount = 0
  private var isClosed = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(jobAvailable, nil)
  }

  deinit {
    pthread_cond_destroy(jobAvailable)
    pthread_mutex_destroy(lock)
    jobAvailable.deallocate()
    lock.deallocate()
  }

  /// Appends `job`.
  func enqueue(_ job: UnownedJob) {
    pthread_mutex_lock(lock)
    jobs.append(job)
    pthread_cond_signal(jobAvailable)
    pthread_mutex_unlock(lock)
  }

  /// Closes the queue: ``dequeue()`` returns `nil` after the last job.
  func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_signal(jobAvailable)
    pthread_mutex_unlock(lock)
  }

  /// Returns the next job in order, or waits for one while the queue is open.
  ///
  /// - Complexity: O(1), amortized.
  func dequeue() -> UnownedJob? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while dequeuedCount == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      dequeuedCount = 0
      guard !isClosed else { return nil }
      pthread_cond_wait(jobAvailable, lock)
    }
    defer { dequeuedCount += 1 }
    return jobs[dequeuedCount]
  }
}
