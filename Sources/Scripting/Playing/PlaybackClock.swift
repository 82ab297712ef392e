import ReducerRuntime
import Synchronization

/// A clock that follows another one, faster or slower, and that can be stopped for a while.
///
/// A program that is played lives by it, so that ten seconds of a count-down are one at ten times the speed.
public final class PlaybackClock: Clock, EpochClock, Sendable {
  public typealias Instant = OffsetInstant<Duration>

  private struct Course {
    /// How much time had passed here when the other clock showed `mark`.
    var base = Duration.zero
    var mark: Duration
    var isPaused = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextID = 0

    func elapsed(at uptime: Duration, _ speed: Double) -> Duration {
      isPaused ? base : base + (uptime - mark) * speed
    }
  }

  private let clock: any Clock<Duration>
  private let speed: Double
  private let course: Mutex<Course>

  /// - Parameters:
  ///   - clock: The one to follow.
  ///   - speed: How much faster than that this one goes; more than 0.
  public init(following clock: any Clock<Duration>, speed: Double) {
    precondition(speed > 0, "a clock goes forward")
    self.clock = clock
    self.speed = speed
    course = Mutex(Course(mark: clock.uptime))
  }

  public var epoch: Instant { Instant() }
  public var minimumResolution: Duration { .nanoseconds(1) }

  public var now: Instant {
    let uptime = clock.uptime
    return Instant(offset: course.withLock { $0.elapsed(at: uptime, speed) })
  }

  public var isPaused: Bool { course.withLock { $0.isPaused } }

  /// Stops the clock, or lets it go on from where it stopped.
  public func pause(_ isPaused: Bool) {
    let uptime = clock.uptime
    let woken = course.withLock { course in
      course.base = course.elapsed(at: uptime, speed)
      course.mark = uptime
      course.isPaused = isPaused
      defer { if !isPaused { course.waiting = [:] } }
      return isPaused ? [] : Array(course.waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while true {
      try Task.checkCancellation()
      await goesOn()
      let left = now.duration(to: deadline)
      guard left > .zero else { return }
      // A pause that begins meanwhile moves the deadline, so it is looked at again.
      try await clock.sleep(for: left / speed)
    }
  }

  /// Returns once the clock is not stopped, or nobody waits any more.
  private func goesOn() async {
    let id = course.withLock { course in
      course.nextID += 1
      return course.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = course.withLock { course in
          guard course.isPaused, !Task.isCancelled else { return false }
          course.waiting[id] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      course.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
