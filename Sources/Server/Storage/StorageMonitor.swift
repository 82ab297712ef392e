import Synchronization

/// The state of a storage, which is read once a second so that no request for the state waits.
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

  /// The result of the last check, and the beginning of the one that goes on.
  private let check = Mutex<(result: State, start: Instant?)>((.readable, nil))

  /// Begins a check.
  ///
  /// - Returns: Whether there was none.
  func begin(at now: Instant) -> Bool {
    check.withLock { check in
      guard check.start == nil else { return false }
      check.start = now
      return true
    }
  }

  /// Ends a check.
  ///
  /// - Returns: The result of the check before.
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
