import Glibc
import Synchronization

/// A thread of its own for what waits for a disk.
///
/// As an actor's executor it keeps that actor's work off the main thread, which must go on reading
/// keys, and off the shared pool, whose few threads are not for waiting.
final class DatabaseThread: SerialExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var isStopped = false
  }

  private let queue = Mutex(Queue())

  /// Counts the times there was something to look at.
  ///
  /// `unsafe` because a pointer is not `Sendable`: this one never changes, POSIX semaphores may be
  /// used by any thread, and it is freed when nobody has the executor any more.
  private nonisolated(unsafe) let wake: UnsafeMutablePointer<sem_t>

  init() {
    wake = .allocate(capacity: 1)
    sem_init(wake, 0, 0)
    start()
  }

  deinit {
    sem_destroy(wake)
    wake.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
    sem_post(wake)
  }

  /// Lets the thread end once it has done what was asked before.
  func stop() {
    queue.withLock { $0.isStopped = true }
    sem_post(wake)
  }

  private func start() {
    // Signals are the main thread's: a window that changed its size must interrupt the loop that
    // draws, not a write to the database.
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
          Unmanaged<DatabaseThread>.fromOpaque(context).takeRetainedValue().loop()
        }
        return nil
      }, context)
    guard code == 0 else { fatalError("no thread for the database: error \(code)") }
    pthread_detach(thread)
  }

  private func loop() {
    while true {
      while sem_wait(wake) != 0 {}
      let (jobs, isStopped) = queue.withLock { queue in
        defer { queue.jobs.removeAll(keepingCapacity: true) }
        return (queue.jobs, queue.isStopped)
      }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      if isStopped, queue.withLock({ $0.jobs.isEmpty }) { return }
    }
  }
}
