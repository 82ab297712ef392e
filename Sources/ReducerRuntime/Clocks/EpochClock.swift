/// A clock with a fixed epoch, from which its time can be measured.
///
/// A feature that measures time keeps a duration since the epoch in its state. It cannot keep instants: behind `any
/// Clock<Duration>` their type is hidden, so two of them cannot be compared.
public protocol EpochClock: Clock {
  /// The instant from which the clock's time is measured.
  var epoch: Instant { get }
  /// The time since the epoch.
  var timeSinceEpoch: Duration { get }
}

extension EpochClock {
  // Inlinable, so that each clock gets a specialized version.
  @inlinable
  public var timeSinceEpoch: Duration { epoch.duration(to: now) }
}

extension ContinuousClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension SuspendingClock: EpochClock {
  public var epoch: Instant { systemEpoch }
}

extension Clock where Duration == Swift.Duration {
  /// The time on this clock since its epoch. Measure an interval as the difference of two such times.
  ///
  /// Reports an issue and is zero on a clock that is not an ``EpochClock``. For frequent reads, the dependency of the
  /// same name is faster: `@Dependency(\.uptime)`.
  public var uptime: Duration {
    guard let clock = self as? any EpochClock, let time = clock.timeSinceEpoch as? Duration else {
      reportIssue("\(Self.self) has no epoch; make it an EpochClock")
      return .zero
    }
    return time
  }
}

// MARK: - The dependencies

extension DependencyValues {
  /// The clock for sleeping and measuring time; it continues while the machine sleeps.
  ///
  /// Tests set a ``TestClock`` or an ``ImmediateClock``. A test that sleeps without setting one fails.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self].clock }
    set { self[ContinuousClockKey.self] = TimedClock(newValue) }
  }

  /// The time on ``continuousClock`` since its epoch. Measure an interval as the difference of two such times.
  ///
  /// Reports an issue and is zero if that clock is not an ``EpochClock``.
  public var uptime: Duration { self[ContinuousClockKey.self].uptime() }

  private enum ContinuousClockKey: DependencyKey {
    static let liveValue = TimedClock(ContinuousClock())
    static var testValue: TimedClock {
      let location = IssueLocation.ofProperty()
      return TimedClock(
        UnimplementedClock(
          ContinuousClock(), name: "continuousClock", fileID: location.fileID,
          filePath: location.filePath, line: location.line, column: location.column))
    }
  }
}

/// A clock with a closure that reads its uptime, so that casts are done once and not for each tick. It is a
/// class, because copying one is cheap.
private final class TimedClock: Sendable {
  let clock: any Clock<Duration>
  let uptime: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    func uptime(of clock: some EpochClock & Clock<Duration>) -> @Sendable () -> Duration {
      { clock.timeSinceEpoch }
    }
    self.clock = clock
    self.uptime =
      if let clock = clock as? any EpochClock & Clock<Duration> {
        uptime(of: clock)
      } else {
        { clock.uptime }
      }
  }
}
