import Synchronization

/// A clock whose time advances only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// await clock.advance(by: .seconds(1))
/// ```
///
/// Advancing wakes the sleepers in order of their deadlines. Before it wakes the next one, it runs all work that the
/// last one started. The effects of a test store run on a queue of their own, so "no work left" means an empty queue
/// and is not a guess.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A time on this clock, as the offset from its start.
  public typealias Instant = OffsetInstant<Duration>

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
    /// Whether an ``EffectQueue`` runs the sleeper's task.
    var isQueued: Bool
  }

  private struct Schedule {
    var now: Instant
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelledBeforeSleeping: Set<Int> = []

    /// Returns the sleeper to wake next: the one with the earliest deadline or, if several have it, the first of them.
    ///
    /// - Parameter deadline: Sleepers with a later deadline are ignored; `nil` for no limit.
    /// - Complexity: O(sleepers).
    func first(until deadline: Instant?) -> Int? {
      let first = sleepers.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      guard let first, deadline.map({ first.value.deadline <= $0 }) ?? true else { return nil }
      return first.key
    }
  }

  private let schedule: Mutex<Schedule>

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) {
    schedule = Mutex(Schedule(now: now))
  }

  /// Creates a clock whose time starts at zero.
  public convenience init() where Duration == Swift.Duration {
    self.init(now: Instant())
  }

  /// The time to which the clock was advanced.
  public var now: Instant { schedule.withLock { $0.now } }
  /// Zero: a deadline can be any time.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the time has advanced to `deadline`.
  ///
  /// Returns immediately if `deadline` is in the past. A sleep of zero waits for the next advance.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let isQueued = EffectQueue.forCurrentTask != nil
    let id = schedule.withLock { schedule in
      schedule.nextID += 1
      return schedule.nextID
    }
    // Cancelling a sleeper after it has woken also records its identifier.
    defer { schedule.withLock { _ = $0.cancelledBeforeSleeping.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = schedule.withLock { schedule in
          if schedule.cancelledBeforeSleeping.contains(id) {
            return .failure(CancellationError())
          }
          if deadline < schedule.now { return .success(()) }
          schedule.sleepers[id] = Sleeper(
            deadline: deadline, continuation: continuation, isQueued: isQueued)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = schedule.withLock { schedule in
        let sleeper = schedule.sleepers.removeValue(forKey: id)
        if sleeper == nil { schedule.cancelledBeforeSleeping.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the time by `duration`.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to `deadline`.
  public func advance(to deadline: Instant) async {
    let includesOtherTasks = hasUnqueuedSleepers
    await wakeAll(until: deadline)
    schedule.withLock { $0.now = max($0.now, deadline) }
    await EffectQueue.settle(includesOtherTasks: includesOtherTasks)
  }

  /// Whether tasks outside any queue may be about to sleep on this clock. `false` only if all current sleepers are
  /// effects.
  private var hasUnqueuedSleepers: Bool {
    schedule.withLock { $0.sleepers.isEmpty || $0.sleepers.contains { !$0.value.isQueued } }
  }

  /// Advances the time by `duration` without waking sleepers, as for a process that was stopped. Sleepers whose
  /// deadline has passed wake with the next advance.
  public func skip(by duration: Duration) {
    schedule.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  /// Advances the time until no sleepers are left.
  ///
  /// - Parameter timeout: The maximum real time. If sleepers remain after it, as with a repeating timer, an issue is
  ///   reported.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await wakeAll(until: nil, within: timeout)
    guard schedule.withLock({ !$0.sleepers.isEmpty }) else { return }
    reportIssue(
      "A task is still sleeping on the clock after \(timeout) of 'run()'. End the task, or use 'advance(by:)' instead.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // Runs on the main actor throughout, like effects, so that no step hops to another thread.
  @MainActor
  private func wakeAll(until deadline: Instant?, within timeout: Swift.Duration? = nil) async {
    await EffectQueue.settle(includesOtherTasks: hasUnqueuedSleepers)
    // The time is measured from here, so that waiting for other tasks before the first step does not count.
    let end = timeout.map { ContinuousClock.now + $0 }
    while let isQueued = wakeNext(until: deadline) {
      await EffectQueue.settle(includesOtherTasks: !isQueued)
      if let end, ContinuousClock.now >= end { return }
    }
  }

  /// The number of sleepers and of cancellations that the clock stores.
  var pendingSleepCount: Int {
    schedule.withLock { $0.sleepers.count + $0.cancelledBeforeSleeping.count }
  }

  /// Throws a ``SuspensionError`` if a task sleeps on the clock.
  public func checkSuspension() async throws {
    await EffectQueue.settle(includesOtherTasks: hasUnqueuedSleepers)
    guard schedule.withLock({ $0.sleepers.isEmpty }) else { throw SuspensionError() }
  }

  /// Wakes the next sleeper and advances the time to its deadline.
  ///
  /// - Returns: Whether a queue runs its task, or `nil` if no sleeper has a deadline up to `deadline`.
  @discardableResult
  func wakeNext(until deadline: Instant?) -> Bool? {
    let sleeper: Sleeper? = schedule.withLock { schedule in
      guard
        let id = schedule.first(until: deadline),
        let sleeper = schedule.sleepers.removeValue(forKey: id)
      else { return nil }
      schedule.now = max(schedule.now, sleeper.deadline)
      return sleeper
    }
    sleeper?.continuation.resume()
    return sleeper?.isQueued
  }
}

/// An error for a task that sleeps on the clock unexpectedly.
public struct SuspensionError: Error {}

extension TestClock: EpochClock {
  public var epoch: Instant { Instant() }
}

// MARK: - An immediate clock

/// An instant of the clocks in this module, as the offset from the clock's start.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  /// Creates an instant.
  ///
  /// - Parameter offset: The time since the clock's start.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// Returns the instant after `duration`.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  /// Returns the time from this instant to `other`.
  public func duration(to other: Self) -> Duration { other.offset - offset }
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
}

/// A clock that never waits: a sleep advances its time to the deadline and returns immediately.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A time on this clock, as the offset from its start.
  public typealias Instant = OffsetInstant<Duration>

  private let time: Mutex<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// Creates a clock whose time starts at zero.
  public convenience init() where Duration == Swift.Duration {
    self.init(now: Instant())
  }

  /// The latest deadline of all sleeps so far, or the initial time.
  public var now: Instant { time.withLock { $0 } }
  /// Zero: a deadline can be any time.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to `deadline` and lets other tasks run once.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await EffectQueue.yield()
  }
}

extension ImmediateClock: EpochClock {
  public var epoch: Instant { Instant() }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// Returns a clock that never waits.
  public static var immediate: Self { Self() }
}
