/// A clock that reports an issue when it is used, for tests that should not need the time. The issue is at the line that
/// created the clock.
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
  /// - Parameters:
  ///   - name: The name of the clock in the issue.
  ///   - now: The initial time of the immediate clock.
  public init(
    name: String = "Clock", now: ImmediateClock<Duration>.Instant = .init(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: now), name: name,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a clock for the standard library's duration that reports its use, and otherwise is an immediate clock.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Duration == Swift.Duration {
    self.init(
      name: name, now: .init(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public var now: Instant {
    report("now")
    return clock.now
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return clock.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    IssueReporting.report("Unimplemented: '\(name).\(member)'", .error, location)
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
