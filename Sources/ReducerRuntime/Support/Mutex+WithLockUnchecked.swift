import Synchronization

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
