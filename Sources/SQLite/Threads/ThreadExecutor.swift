import CSystem
import Glibc
import Synchronization

/// An executor with a thread of its own for blocking work. The thread starts with the first job.
///
/// As an actor's executor, it keeps blocking work off the main thread, which must handle events, and off the shared
/// pool, whose few threads must not block.
public final class ThreadExecutor: SerialExecutor {
  private let jobs = JobQueue()
  private let enqueuedCount = Atomic(0)

  /// The number of jobs so far.
  public var jobCount: Int { enqueuedCount.load(ordering: .acquiring) }

  /// Creates an executor. Its thread starts with the first job.
  public init() {}

  /// Runs `job` on the executor's thread, after earlier jobs.
  public func enqueue(_ job: consuming ExecutorJob) {
    // The executor may be deallocated as soon as its thread can take the job: the job may release it, and the caller
    // does not retain it. The first job waits for the thread to start.
    enqueuedCount.add(1, ordering: .releasing)
    if jobs.enqueue(UnownedJob(job)) { start() }
  }

  /// Ends the thread after the jobs enqueued so far.
  public func stop() { jobs.close() }

  private func start() {
    // Blocks signals on the new thread: they must interrupt the main thread's wait, not a write to the database.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
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
    guard code == 0 else { fatalError("no thread for the database: error \(code)") }
    pthread_detach(thread)
  }

  private func runJobs() {
    // Installs the crash handler's stack on this thread too.
    let crashGuard = csys_crash_guard_thread()
    defer { csys_crash_unguard_thread(crashGuard) }
    while let job = jobs.dequeue() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
