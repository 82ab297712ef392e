/// A type-erased clock with instants that can be stored and compared.
///
/// ```swift
/// let clock = AnyClock(ContinuousClock())
/// let start = clock.now
/// ```
///
/// Its time starts at zero when it is created.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on this clock, as the offset from its creation.
  public typealias Instant = OffsetInstant<Duration>

  private let elapsed: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration, _ tolerance: Duration?) async throws -> Void

  /// Creates a clock that forwards to `clock`.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
  }

  /// The time since this clock was created.
  public var now: Instant { Instant(offset: elapsed()) }
  /// The resolution of the wrapped clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the wrapped clock until `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(deadline.offset, tolerance)
  }
}

extension AnyClock: EpochClock {
  public var epoch: Instant { Instant() }
}

/// A clock that reports an issue when it is used, for tests that should not need the time. The issue is reported at
/// the step of the test store, otherwise at the line that created the clock.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on this clock, as the offset from its creation.
  public typealias Instant = OffsetInstant<Duration>

  private let name: String
  private let location: IssueLocation
  private let clock: AnyClock<Duration>

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - base: The clock that provides the time after the issue is reported, so that the test can continue.
  ///   - name: The name of the clock in the issue; by default the type of `base`.
  public init<C: Clock>(
    _ base: C, name: String = "\(C.self)",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where C.Duration == Duration {
    self.name = name
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    clock = AnyClock(base)
  }

  /// Creates a clock on top of an ``ImmediateClock``, so that a test that uses it does not wait.
  ///
  /// - Parameter name: The name of the clock in the issue.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Duration == Swift.Duration {
    self.init(
      ImmediateClock(), name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The time of the base clock; reading it reports an issue.
  public var now: Instant {
    report("now")
    return clock.now
  }

  /// The resolution of the base clock; reading it reports an issue.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return clock.minimumResolution
  }

  /// Reports an issue, then sleeps on the base clock.
  ///
  /// - Throws: The errors of the base clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    reportMissingOverride(of: "'\(name).\(member)'", key: name, at: location)
  }
}

extension UnimplementedClock: EpochClock {
  public var epoch: Instant { Instant() }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// Returns a clock that reports an issue when it is used.
  public static func unimplemented(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    Self(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
