import CSystem
import Files
import Glibc
import Synchronization

/// An error for a thread that the system does not start. Its description is one sentence for the user.
public struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno` of the system.
  let code: Int32

  public var description: String {
    """
    no thread can be started (\(systemErrorMessage(code))); end other programs, or raise the limits on processes and \
    memory
    """
  }
}

/// An executor with a thread of its own for blocking work.
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
    // The executor may be deallocated as soon as its thread can take the job: the job may release it, and the caller
    // does not retain it.
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
