import Glibc
import Synchronization

/// A lock that the thread which holds it may take again.
struct RecursiveLock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  /// The thread that holds the lock. Another thread may read a stale value, but never its own identifier.
  private let owner = Atomic<UInt>(0)

  /// Whether this thread holds the lock.
  var isOwned: Bool { owner.load(ordering: .relaxed) == pthread_self() }

  /// Runs `operation` inside the lock and returns its result.
  borrowing func withLock<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isOwned { return try operation() }
    return try mutex.withLockUnchecked { () throws(Failure) -> Result in
      owner.store(pthread_self(), ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try operation()
    }
  }
}

extension Mutex where Value == Void {
  /// Runs `operation` inside the lock and returns its result.
  ///
  /// `withLock` requires a sendable result, because it might come from the protected value. This lock protects no
  /// value: the result is passed from `operation` to the caller on one thread.
  func withLockUnchecked<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Only accessed by this call.
    nonisolated(unsafe) var result: Result?
    try withLock { _ throws(Failure) in result = try operation() }
    return result!
  }
}
