/// A clock that can call again and again by itself, without a task that wakes and sleeps for each time.
///
/// A sleep costs a dozen asynchronous calls and their way through the executor; a call-back costs one.
public protocol TickingClock: Clock where Duration == Swift.Duration {
  /// As ``Swift/Clock/tick(every:_:)``.
  @MainActor
  func callBack(every interval: Duration, _ body: @escaping @MainActor () -> Void) async
}

extension Clock where Duration == Swift.Duration {
  /// Calls `body` on the main actor at each multiple of `interval` from now on, until the task is cancelled.
  ///
  /// ```swift
  /// .run { send in
  ///   await clock.tick(every: .milliseconds(10), send.prepared(.timerTick))
  /// }
  /// ```
  ///
  /// It ticks when ``timer(interval:tolerance:)`` does, and is for those who tick often: a ``TickingClock`` calls without
  /// waking the task.
  ///
  /// - Parameter interval: The time between ticks; positive.
  @MainActor
  public func tick(every interval: Duration, _ body: @escaping @MainActor () -> Void) async {
    if let clock = self as? any TickingClock {
      await clock.callBack(every: interval, body)
    } else {
      for await _ in timer(interval: interval) { body() }
    }
  }
}
