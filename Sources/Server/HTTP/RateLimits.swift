import Glibc
import Synchronization

/// The rate limits for requests of members, and of addresses without a device.
public final class RateLimits: Sendable {
  private let members = RateLimiter<Int64>(
    capacity: 400, interval: .milliseconds(50), maxKeys: 1 << 20)
  private let addresses = RateLimiter<NetworkPrefix>(
    capacity: 200, interval: .milliseconds(100), maxKeys: 1 << 16)
  private let failedJoins = RateLimiter<NetworkPrefix>(
    capacity: 10, interval: .seconds(60), maxKeys: 1 << 16)
  private let races = RateLimiter<Int64>(
    capacity: 10, interval: .seconds(60), maxKeys: 1 << 16)
  private let batches = RateLimiter<Int64>(
    capacity: 40, interval: .milliseconds(50), maxKeys: 1 << 16)

  public init() {}

  /// Counts a race that a member opens.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countRace(of member: Int64, at now: ContinuousClock.Instant) throws {
    try Self.require(races.take(member, at: now), "too many races from you")
  }

  /// Counts a batch of a member's reps.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countBatch(of member: Int64, at now: ContinuousClock.Instant) throws {
    try Self.require(batches.take(member, at: now), "too many batches of your reps")
  }

  /// Counts a request of a member, from any device.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countRequest(of member: Int64, at now: ContinuousClock.Instant) throws {
    try Self.require(members.take(member, at: now), "too many requests from your devices")
  }

  /// Counts a request without a valid token.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countRequest(from address: NetworkPrefix, at now: ContinuousClock.Instant) throws {
    try Self.require(addresses.take(address, at: now), "too many requests from your address")
  }

  /// Throws ``RequestError`` with status 429 if an address has tried too many invalid links.
  func requireJoins(from address: NetworkPrefix, at now: ContinuousClock.Instant) throws {
    try Self.require(failedJoins.wait(address, at: now), "too many invalid links")
  }

  /// Counts an invalid link.
  func countFailedJoin(from address: NetworkPrefix, at now: ContinuousClock.Instant) {
    _ = failedJoins.take(address, at: now)
  }

  private static func require(_ wait: Duration?, _ cause: String) throws {
    guard let wait else { return }
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    throw RequestError(
      429, "\(cause); try again in \(seconds) s",
      headers: [("Retry-After", String(seconds))])
  }
}

/// A rate limit per key: a token bucket that is refilled at a constant rate.
///
/// Each key only stores the time at which its bucket will be full; full buckets are removed. Memory is bounded: if too
/// many keys have a bucket that is not full, further keys share one.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Buckets {
    /// The times at which buckets will be full. Those in `earlier` have not changed since `start`.
    var current: [Key: Instant] = [:]
    var earlier: [Key: Instant] = [:]
    var start: Instant?
    /// The bucket that keys share if they have none of their own.
    var shared: Instant?
  }

  /// The time between two tokens that a bucket receives.
  private let interval: Duration
  /// The time in which an empty bucket becomes full.
  private let fillTime: Duration
  private let maxKeys: Int
  private let buckets = Mutex(Buckets())

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - capacity: The number of requests that may arrive at once.
  ///   - interval: The time after which another request is allowed.
  ///   - maxKeys: The number of buckets after which further keys share one bucket.
  init(capacity: Int, interval: Duration, maxKeys: Int) {
    fillTime = interval * capacity
    self.interval = interval
    self.maxKeys = maxKeys
  }

  /// Takes a token.
  ///
  /// - Returns: `nil` if there was a token, otherwise the time until there is one.
  /// - Complexity: O(1), amortized.
  func take(_ key: Key, at now: Instant) -> Duration? {
    buckets.withLock { buckets in
      let known = fullTime(key, in: buckets)
      if let wait = wait(until: known, at: now) { return wait }
      let full = max(known ?? now, now).advanced(by: interval)
      replaceGeneration(at: now, in: &buckets)
      if buckets.current[key] != nil || buckets.current.count < maxKeys {
        buckets.current[key] = full
      } else {
        buckets.shared = full
      }
      return nil
    }
  }

  /// Returns the time until there is a token, or `nil` if there is one. Takes no token.
  func wait(_ key: Key, at now: Instant) -> Duration? {
    buckets.withLock { wait(until: fullTime(key, in: $0), at: now) }
  }

  /// The number of buckets in memory.
  var bucketCount: Int { buckets.withLock { $0.current.count + $0.earlier.count } }

  private func fullTime(_ key: Key, in buckets: Buckets) -> Instant? {
    buckets.current[key] ?? buckets.earlier[key]
      ?? (buckets.current.count < maxKeys ? nil : buckets.shared)
  }

  private func wait(until full: Instant?, at now: Instant) -> Duration? {
    guard let full else { return nil }
    let hasToken = now.advanced(by: fillTime - interval)
    return full > hasToken ? full - hasToken : nil
  }

  /// Removes buckets that have not changed for the ``fillTime``.
  private func replaceGeneration(at now: Instant, in buckets: inout Buckets) {
    let age = buckets.start.map { now - $0 } ?? .zero
    if age >= fillTime {
      buckets.earlier = age >= fillTime * 2 ? [:] : buckets.current
      buckets.current = [:]
    }
    if age >= fillTime || buckets.start == nil { buckets.start = now }
  }
}

/// The part of an address that a household or company shares: an IPv4 address, or the first 64 bits of an IPv6 address.
struct NetworkPrefix: Hashable, Sendable {
  private let isIPv6: Bool
  private let bits: UInt64

  /// Creates the prefix of a numeric address.
  ///
  /// - Returns: `nil` unless the text is an address.
  init?(_ text: some StringProtocol) {
    var four = in_addr()
    if inet_pton(AF_INET, String(text), &four) == 1 {
      (isIPv6, bits) = (false, UInt64(UInt32(bigEndian: four.s_addr)))
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, String(text), &six) == 1 else { return nil }
    let (high, low) = withUnsafeBytes(of: six) {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    // A socket for both families reports an IPv4 address as ::ffff:192.0.2.1.
    let isMapped = high == 0 && low >> 32 == 0xFFFF
    (isIPv6, bits) = isMapped ? (false, low & 0xFFFF_FFFF) : (true, high)
  }

  /// Creates the prefix of the sender's address in a forwarded request.
  ///
  /// - Parameter forwardedFor: The last header `X-Forwarded-For`. Only its last address is from the proxy; a sender can
  ///   forge the others. The address may have a port.
  /// - Returns: `nil` if the last address is not valid.
  init?(forwardedFor: String) {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var last = forwardedFor[...].split(separator: ",", omittingEmptySubsequences: false).last ?? ""
    last = last.drop(while: isBlank)
    while last.last.map(isBlank) == true { last.removeLast() }
    // Some proxies add the port: 192.0.2.1:567 or [2001:db8::1]:567.
    if last.first == "[", let end = last.firstIndex(of: "]") {
      let port = last[last.index(after: end)...]
      guard port.isEmpty || Self.isPort(port) else { return nil }
      last = last[..<end].dropFirst()
    } else if let colon = last.firstIndex(of: ":"), Self.isPort(last[colon...]) {
      last = last[..<colon]
    }
    self.init(last)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
