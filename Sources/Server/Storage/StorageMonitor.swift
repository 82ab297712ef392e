import Synchronization

/// A monitor of a storage's state. The storage is read once per second, so that requests for the state never wait.
final class StorageMonitor: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum State: Hashable, Sendable {
    case readable
    /// The last check failed.
    case unreachable
    /// A check has taken more than a second.
    case blocked
  }

  private static let maxDuration = Duration.seconds(1)

  /// The result of the last check, and the start of the current one.
  private let check = Mutex<(result: State, start: Instant?)>((.readable, nil))

  /// Starts a check.
  ///
  /// - Returns: Whether no check was running.
  func begin(at now: Instant) -> Bool {
    check.withLock { check in
      guard check.start == nil else { return false }
      check.start = now
      return true
    }
  }

  /// Ends a check.
  ///
  /// - Returns: The result of the previous check.
  @discardableResult
  func end(_ result: State) -> State {
    check.withLock { check in
      defer { check = (result, nil) }
      return check.result
    }
  }

  func state(at now: Instant) -> State {
    check.withLock { check in
      check.start.map { now - $0 > Self.maxDuration } == true ? .blocked : check.result
    }
  }
}
