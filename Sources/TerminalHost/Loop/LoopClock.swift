/// The live clock: a `ContinuousClock` whose sleeps are parked on the event loop's own deadlines, so
/// that a tick costs no allocation and no other thread.
///
/// While the loop handles a key, ``now`` is the instant at which that key was read; so a rep's time is
/// the key's, however long reducers and painting take. Its time goes on while the machine sleeps.
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
  /// - Parameter tolerance: Not used; the loop wakes when the deadline has come.
  /// - Throws: `CancellationError` at once when the task is cancelled.
  // Isolated to the main actor, which is the loop: parking needs no lock, and a sleeper that was on
  // the main actor stays there.
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
        loop.park(.continuation(continuation), until: deadline, id: id)
        // Cancelled before there was anything to cancel.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }
}
