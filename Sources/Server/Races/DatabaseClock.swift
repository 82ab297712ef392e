import Synchronization

/// An estimate of the clock of a database, which all its servers share.
///
/// The wall clocks of the servers do not matter: a sample relates the database's clock to the monotonic one.
final class DatabaseClock: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// A time in microseconds that the database returned, the middle of the round trip, and its duration.
  private typealias Sample = (time: Int64, instant: Instant, roundTrip: Duration)

  /// The number of recent samples that are kept.
  private static let maxCount = 30

  /// The recent samples, of which the one with the shortest round trip is used.
  private let samples = Mutex<[Sample]>([])

  /// Adds a time in microseconds that the database has returned.
  func add(_ time: Int64, requestedAt start: Instant, receivedAt end: Instant) {
    samples.withLock {
      if $0.count == Self.maxCount { $0.removeFirst() }
      $0.append((time, start + (end - start) / 2, end - start))
    }
  }

  /// Returns the database's time in microseconds; `nil` before the first sample.
  func time(at now: Instant) -> Int64? {
    let best = samples.withLock { $0.min { $0.roundTrip < $1.roundTrip } }
    return best.map { $0.time + Int64((now - $0.instant) / .microseconds(1)) }
  }
}
