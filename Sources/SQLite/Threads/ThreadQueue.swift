import Glibc

/// A queue of jobs for one thread, which sleeps while the queue is empty.
///
/// Uses a POSIX mutex instead of `Synchronization.Mutex`, which has no condition variable and is not seen by the
/// thread sanitizer on Linux.
///
/// `@unchecked Sendable`: the variables are accessed only with the lock held. The two pointers never change and are
/// freed with the queue.
final class ThreadQueue: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let jobAvailable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []

  /// The number of jobs already dequeued. They are removed together when the queue runs empty.
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
