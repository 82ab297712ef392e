/// A clock equivalent to `ContinuousClock` whose sleeps are deadlines of the event loop, so that a tick needs no
/// allocation and no other thread.
///
/// While the loop handles a key, ``now`` is the instant at which the key was read, independent of the time that
/// reducers and painting take. The clock continues while the machine sleeps.
public struct LoopClock: Clock {
  public typealias Duration = Swift.Duration

  public init() {}

  public var now: Instant {
    let loop = EventLoop.shared
    return loop.isInstalled ? loop.now : .now
  }

  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until `deadline`.
  ///
  /// - Parameter tolerance: Ignored; the loop wakes at the deadline.
  /// - Throws: `CancellationError` immediately when the task is cancelled.
  // Isolated to the main actor, which is the loop: registering needs no lock, and a sleeper on the main actor stays
  // there.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let loop = EventLoop.shared
    guard loop.isInstalled else {
      try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
      return
    }
    let id = loop.deadlines.newID()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        loop.register(.continuation(continuation), until: deadline, id: id)
        // Cancelled before the sleep was registered.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }
}
