import Synchronization

/// A limit for requests per key: a bucket of tokens that is refilled at a constant rate.
///
/// For each key it keeps only the time at which the bucket will be full, and forgets buckets that are. Memory is bounded:
/// if too many keys have a bucket that is not full, further keys share one.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Buckets {
    /// The times at which buckets are full. Those in `earlier` have not changed since `start`.
    var current: [Key: Instant] = [:]
    var earlier: [Key: Instant] = [:]
    var start: Instant?
    /// The bucket of keys that have none of their own.
    var shared: Instant?
  }

  /// The time in which a bucket gets a token.
  private let interval: Duration
  /// The number of tokens in a full bucket.
  private let capacity: Int
  private let maxKeys: Int
  private let buckets = Mutex(Buckets())

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - capacity: The number of requests that may arrive at once.
  ///   - interval: The time after which another one may.
  ///   - maxKeys: The number of buckets after which keys share one.
  init(capacity: Int, interval: Duration, maxKeys: Int) {
    self.capacity = capacity
    self.interval = interval
    self.maxKeys = maxKeys
  }

  /// Takes a token.
  ///
  /// - Returns: `nil` if there was one, or else the time until there is one.
  /// - Complexity: O(1), amortized.
  func take(_ key: Key, at now: Instant) -> Duration? {
    buckets.withLock { buckets in
      if let wait = wait(key, at: now, in: buckets) { return wait }
      let full = max(fullTime(key, in: buckets) ?? now, now).advanced(by: interval)
      replaceGeneration(at: now, in: &buckets)
      if buckets.current[key] != nil || buckets.current.count < maxKeys {
        buckets.current[key] = full
      } else {
        buckets.shared = full
      }
      return nil
    }
  }

  /// Returns the time until there is a token; `nil` if there is one. Takes none.
  func wait(_ key: Key, at now: Instant) -> Duration? {
    buckets.withLock { wait(key, at: now, in: $0) }
  }

  /// The number of buckets in memory.
  var bucketCount: Int { buckets.withLock { $0.current.count + $0.earlier.count } }

  private func fullTime(_ key: Key, in buckets: Buckets) -> Instant? {
    buckets.current[key] ?? buckets.earlier[key]
      ?? (buckets.current.count < maxKeys ? nil : buckets.shared)
  }

  private func wait(_ key: Key, at now: Instant, in buckets: Buckets) -> Duration? {
    guard let full = fullTime(key, in: buckets) else { return nil }
    let hasToken = now.advanced(by: interval * (capacity - 1))
    return full > hasToken ? full - hasToken : nil
  }

  /// Forgets buckets that have not changed for the time in which an empty one is filled.
  private func replaceGeneration(at now: Instant, in buckets: inout Buckets) {
    let fillTime = interval * capacity
    let age = buckets.start.map { now - $0 } ?? .zero
    if age >= fillTime {
      buckets.earlier = age >= fillTime * 2 ? [:] : buckets.current
      buckets.current = [:]
    }
    if age >= fillTime || buckets.start == nil { buckets.start = now }
  }
}
