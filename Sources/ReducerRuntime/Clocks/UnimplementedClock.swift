/// A clock for tests in which nothing should need the time: it reports an issue when it is asked or slept by.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on this clock: how long after it was made.
  public typealias Instant = OffsetInstant<Duration>

  private let name: String
  private let clock: AnyClock<Duration>

  /// - Parameters:
  ///   - base: What tells the time all the same, so that the test can go on to its end.
  ///   - name: What the issue calls it.
  public init<C: Clock>(_ base: C, name: String = "Clock") where C.Duration == Duration {
    self.name = name
    clock = AnyClock(base)
  }

  /// - Parameter name: What the issue calls it.
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

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    reportIssue("Unimplemented: '\(name).sleep'")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

extension UnimplementedClock: EpochClock {
  public var epoch: Instant { Instant() }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports an issue when it is used.
  public static func unimplemented(name: String = "Clock") -> Self { Self(name: name) }
}
