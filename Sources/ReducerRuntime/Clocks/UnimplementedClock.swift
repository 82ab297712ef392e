/// A clock for tests in which nothing should need the time: it reports an issue when it is asked or slept by.
public struct UnimplementedClock: Clock {
  private let name: String
  private let clock = ContinuousClock()

  /// - Parameter name: What the issue calls it.
  public init(name: String = "Clock") {
    self.name = name
  }

  public var now: ContinuousClock.Instant {
    reportIssue("Unimplemented: '\(name).now'")
    return clock.now
  }

  public var minimumResolution: Duration { clock.minimumResolution }

  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    reportIssue("Unimplemented: '\(name).sleep'")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
