import CSystem
import Glibc
import Synchronization

/// A thread of its own for what waits for a disk, begun with the first work it gets.
///
/// As an actor's executor it keeps that actor's work off the main thread, which must go on
/// with its events, and off the shared pool, whose few threads are not for waiting.
public final class ThreadExecutor: SerialExecutor {
  private let jobs = JobQueue()
  private let isStarted = Mutex(false)

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    jobs.append(UnownedJob(job))
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { start() }
  }

  /// Lets the thread end once it has done what was asked before.
  public func stop() { jobs.close() }

  private func start() {
    // Signals are the main thread's: one must interrupt what waits there, not a write to the database.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    // The thread keeps the executor alive until it ends.
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        // Never nil: it is what was passed above.
        if let context {
          Unmanaged<ThreadExecutor>.fromOpaque(context).takeRetainedValue().loop()
        }
        return nil
      }, context)
    guard code == 0 else { fatalError("no thread for the database: error \(code)") }
    pthread_detach(thread)
  }

  private func loop() {
    // A crash on this thread is handled as one of the main thread is.
    let guardian = csys_crash_guard_thread()
    defer { csys_crash_unguard_thread(guardian) }
    while let job = jobs.next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
