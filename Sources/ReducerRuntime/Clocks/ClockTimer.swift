extension Clock where Duration == Swift.Duration {
  /// Returns a sequence that ticks at each multiple of `interval` from now on.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
  /// ```
  ///
  /// Deadlines are multiples of the interval since the start, so a late tick does not delay later ones. Ticks that
  /// were missed completely are skipped. The sequence ends when its task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks; positive.
  ///   - tolerance: The maximum delay of a tick, which lets the system save energy.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "A timer's interval must be positive")
    let start = now
    return ClockTimer(
      interval: interval,
      elapsed: { start.duration(to: now) },
      sleep: { try await sleep(until: start.advanced(by: $0), tolerance: tolerance) })
  }
}

/// An asynchronous sequence of the ticks of a clock.
public struct ClockTimer: AsyncSequence, Sendable {
  let interval: Duration
  let elapsed: @Sendable () -> Duration
  let sleep: nonisolated(nonsending) @Sendable (_ until: Duration) async throws -> Void

  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// An iterator that waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let timer: ClockTimer
    var deadline = Duration.zero

    public mutating func next() async -> Duration? {
      await next(isolation: #isolation)
    }

    /// Waits for the next tick.
    ///
    /// - Returns: The deadline of the tick, as the time since the timer started, or `nil` once the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Duration? {
      deadline += timer.interval
      let elapsed = timer.elapsed()
      if deadline < elapsed {
        // Divides integers: a floating-point quotient is inexact, and too large for an `Int` if the interval is tiny.
        let interval = timer.interval.attoseconds
        let ticks = (elapsed.attoseconds - 1) / interval + 1
        deadline = Duration(attoseconds: ticks * interval)
      }
      do {
        try await timer.sleep(deadline)
        return Task.isCancelled ? nil : deadline
      } catch {
        return nil
      }
    }
  }
}

// MARK: - Without a task

/// A clock that can call a closure repeatedly without waking a task each time.
///
/// A sleep costs a dozen asynchronous calls and a pass through the executor; a callback costs one call.
public protocol TickingClock: Clock where Duration == Swift.Duration {
  /// Calls `body` at each multiple of `interval`, like ``Swift/Clock/tick(every:_:)``.
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
