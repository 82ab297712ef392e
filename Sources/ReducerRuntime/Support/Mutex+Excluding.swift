import Synchronization

extension Mutex where Value == Void {
  /// Runs `operation` while no other caller of this lock runs theirs, and hands on what it returned.
  ///
  /// `withLock` wants a result that may be sent elsewhere, since it might come from inside what is locked. This lock holds
  /// nothing: the result goes from `operation` to the caller, on one thread.
  func excluding<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Written and read by this call alone; nothing else knows of it.
    nonisolated(unsafe) var result: Result?
    try withLock { _ throws(Failure) in result = try operation() }
    return result!
  }
}
