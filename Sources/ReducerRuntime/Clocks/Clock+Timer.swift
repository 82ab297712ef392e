extension Clock where Duration == Swift.Duration {
  /// Ticks at each multiple of `interval` from now on.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
  /// ```
  ///
  /// Deadlines are counted from the start, so a late tick makes no later one late; ticks that were missed altogether are
  /// left out. It ends when its task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks; positive.
  ///   - tolerance: How late a tick may come to let the machine sleep.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "A timer's interval must be positive")
    let start = now
    return ClockTimer(
      interval: interval,
      elapsed: { start.duration(to: now) },
      sleep: { try await sleep(until: start.advanced(by: $0), tolerance: tolerance) })
  }
}

/// The ticks of a clock.
public struct ClockTimer: AsyncSequence, Sendable {
  let interval: Duration
  let elapsed: @Sendable () -> Duration
  let sleep: nonisolated(nonsending) @Sendable (_ until: Duration) async throws -> Void

  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let timer: ClockTimer
    var deadline = Duration.zero

    public mutating func next() async -> Duration? {
      await next(isolation: #isolation)
    }

    /// Returns at the next tick, with the time since the timer started that it stands for; `nil` once cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Duration? {
      deadline += timer.interval
      let elapsed = timer.elapsed()
      if deadline < elapsed {
        // Counted in whole ticks: a fraction, multiplied again, would drift.
        let missed = Int(((elapsed - deadline) / timer.interval).rounded(.down))
        deadline += timer.interval * missed
        while deadline < elapsed { deadline += timer.interval }
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
