/// A clock that can call a closure repeatedly without waking a task each time.
///
/// A sleep costs a dozen asynchronous calls and a pass through the executor; a callback costs one call.
public protocol TickingClock: Clock where Duration == Swift.Duration {
  /// Calls `body` at each multiple of `interval`. Same contract as ``Swift/Clock/tick(every:_:)``.
  @MainActor
  func runTimer(every interval: Duration, _ body: @escaping @MainActor () -> Void) async
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
  /// It ticks at the same times as ``timer(interval:tolerance:)`` and is meant for frequent ticks: a ``TickingClock``
  /// calls `body` without waking the task.
  ///
  /// - Parameter interval: The time between ticks; positive.
  @MainActor
  public func tick(every interval: Duration, _ body: @escaping @MainActor () -> Void) async {
    if let clock = self as? any TickingClock {
      await clock.runTimer(every: interval, body)
    } else {
      for await _ in timer(interval: interval) { body() }
    }
  }
}
