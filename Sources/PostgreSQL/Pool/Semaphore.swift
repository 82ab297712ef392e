import Glibc

/// A counting semaphore whose waits end by the monotonic clock.
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
  /// - Returns: False if the time is over.
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
