import Glibc

/// Jobs on their way to one thread, which sleeps while there are none.
///
/// POSIX's lock and not `Synchronization.Mutex`, which has nothing to wait on, and which the thread
/// sanitizer does not see on Linux.
///
/// `@unchecked Sendable`: its variables are only touched with the lock held, and the two
/// pointers never change and are freed with the queue.
final class JobQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let isFilled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [UnownedJob] = []

  /// How many of `waiting` have been taken; they are removed together when it runs dry.
  private var taken = 0
  private var isClosed = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(isFilled, nil)
  }

  deinit {
    pthread_cond_destroy(isFilled)
    pthread_mutex_destroy(lock)
    isFilled.deallocate()
    lock.deallocate()
  }

  func append(_ job: UnownedJob) {
    pthread_mutex_lock(lock)
    waiting.append(job)
    pthread_cond_signal(isFilled)
    pthread_mutex_unlock(lock)
  }

  /// Lets ``next()`` return `nil` once it has handed out every job.
  func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_signal(isFilled)
    pthread_mutex_unlock(lock)
  }

  /// The next job, in the order they came; waits for one while the queue is open.
  ///
  /// - Complexity: O(1), amortised.
  func next() -> UnownedJob? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while taken == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      taken = 0
      guard !isClosed else { return nil }
      pthread_cond_wait(isFilled, lock)
    }
    defer { taken += 1 }
    return waiting[taken]
  }
}
