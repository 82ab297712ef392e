import Synchronization

/// A clock whose time moves only when a test says so.
///
/// ```swift
/// let clock = TestClock()
/// await clock.advance(by: .seconds(1))
/// ```
///
/// Advancing wakes the sleepers in order, each at its own time, and lets whatever they set going come to rest before the
/// next. The effects of a test store run on a queue of their own, so that "at rest" is an empty queue and no guess.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A time on this clock: how long after its beginning.
  public typealias Instant = OffsetInstant<Duration>

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
    /// Whether the sleeper's task is run by an ``EffectQueue``.
    var isQueued: Bool
  }

  private struct Schedule {
    var now: Instant
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelledBeforeSleeping: Set<Int> = []

    /// The sleeper to wake first: of equal deadlines the one that lay down first.
    ///
    /// - Parameter deadline: Whose time comes later sleeps on; `nil` lets nobody.
    /// - Complexity: O(sleepers), of which a test has few.
    func first(until deadline: Instant?) -> Int? {
      let first = sleepers.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      guard let first, deadline.map({ first.value.deadline <= $0 }) ?? true else { return nil }
      return first.key
    }
  }

  private let schedule: Mutex<Schedule>

  /// - Parameter now: The time to begin with.
  public init(now: Instant) {
    schedule = Mutex(Schedule(now: now))
  }

  public convenience init() where Duration == Swift.Duration {
    self.init(now: Instant())
  }

  public var now: Instant { schedule.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let isQueued = EffectQueue.ofCurrentTask != nil
    let id = schedule.withLock { schedule in
      schedule.nextID += 1
      return schedule.nextID
    }
    // Who is cancelled after waking is noted too, while still in here.
    defer { schedule.withLock { _ = $0.cancelledBeforeSleeping.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = schedule.withLock { schedule in
          if schedule.cancelledBeforeSleeping.contains(id) {
            return .failure(CancellationError())
          }
          if deadline <= schedule.now { return .success(()) }
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

  /// Moves the time on by `duration`.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time on to `deadline`.
  public func advance(to deadline: Instant) async {
    let guesses = mayBeAwaitedByAnybody
    await wakeAll(until: deadline)
    schedule.withLock { $0.now = max($0.now, deadline) }
    await EffectQueue.settle(guessing: guesses)
  }

  /// Whether somebody may be on the way to sleep here whom no queue runs: so it is unless effects sleep here, and nobody
  /// else does.
  private var mayBeAwaitedByAnybody: Bool {
    schedule.withLock { $0.sleepers.isEmpty || $0.sleepers.contains { !$0.value.isQueued } }
  }

  /// Moves the time on by `duration` and wakes nobody, as it passes for a process that was stopped. Sleepers whose time
  /// has come wake with the next advance.
  public func leap(by duration: Duration) {
    schedule.withLock { $0.now = $0.now.advanced(by: duration) }
  }

  /// Moves the time on until nobody sleeps any more.
  ///
  /// - Parameter timeout: How long that may take, in real time. Somebody who sleeps again and again, as a timer does,
  ///   is reported as an issue then.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await wakeAll(until: nil, within: timeout)
    guard schedule.withLock({ !$0.sleepers.isEmpty }) else { return }
    reportIssue(
      "Somebody still sleeps on the clock after \(timeout) of 'run()'. End what sleeps, or 'advance(by:)' instead.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // On the main actor from the first to the last, as effects are: no step goes to another thread and back.
  @MainActor
  private func wakeAll(until deadline: Instant?, within timeout: Swift.Duration? = nil) async {
    await EffectQueue.settle(guessing: mayBeAwaitedByAnybody)
    // From here on: how long others let a first guess wait says nothing about who sleeps.
    let end = timeout.map { ContinuousClock.now + $0 }
    while let isQueued = wakeNext(until: deadline) {
      await EffectQueue.settle(guessing: !isQueued)
      if let end, ContinuousClock.now >= end { return }
    }
  }

  /// What the clock remembers of those who sleep or slept.
  var remembered: Int {
    schedule.withLock { $0.sleepers.count + $0.cancelledBeforeSleeping.count }
  }

  /// Throws when somebody sleeps: then time still has something to do.
  public func checkSuspension() async throws {
    await EffectQueue.settle(guessing: mayBeAwaitedByAnybody)
    guard schedule.withLock({ $0.sleepers.isEmpty }) else { throw SuspensionError() }
  }

  /// Wakes the next sleeper, at its time.
  ///
  /// - Returns: Whether its task is run by a queue, or `nil` when nobody sleeps until `deadline`.
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

/// Somebody sleeps on the clock who should not.
public struct SuspensionError: Error {}

extension TestClock: EpochClock {
  public var epoch: Instant { Instant() }
}
