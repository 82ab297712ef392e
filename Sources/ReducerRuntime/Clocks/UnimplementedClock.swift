/// A clock that reports an issue when it is used, for tests that should not need the time.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on this clock, as the offset from its creation.
  public typealias Instant = OffsetInstant<Duration>

  private let name: String
  private let clock: AnyClock<Duration>

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - base: The clock that provides the time after the issue is reported, so that the test can continue.
  ///   - name: The name of the clock in the issue.
  public init<C: Clock>(_ base: C, name: String = "Clock") where C.Duration == Duration {
    self.name = name
    clock = AnyClock(base)
  }

  /// Creates a clock on top of a `ContinuousClock`.
  ///
  /// - Parameter name: The name of the clock in the issue.
  public init(name: String = "Clock") where Duration == Swift.Duration {
    self.init(ContinuousClock(), name: name)
  }

  public var now: Instant {
    reportIssue("Unimplemented: '\(name).now'")
    return clock.now
  }

  public var minimumResolution: Duration {
    reportIssue("Unimplemented: '\(name).minimumResolution'")
    return clock.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    reportIssue("Unimplemented: '\(name).sleep'")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

extension UnimplementedClock: EpochClock {
  public var epoch: Instant { Instant() }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// Returns a clock that reports an issue when it is used.
  public static func unimplemented(name: String = "Clock") -> Self { Self(name: name) }
}
