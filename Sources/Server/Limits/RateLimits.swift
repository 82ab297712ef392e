/// The limits for the rate of requests of devices, and of addresses without a device.
public final class RateLimits: Sendable {
  private let devices = RateLimiter<Int64>(
    capacity: 400, interval: .milliseconds(50), maxKeys: 1 << 20)
  private let addresses = RateLimiter<NetworkPrefix>(
    capacity: 200, interval: .milliseconds(100), maxKeys: 1 << 16)
  private let failedJoins = RateLimiter<NetworkPrefix>(
    capacity: 10, interval: .seconds(60), maxKeys: 1 << 16)

  public init() {}

  /// Counts a request of a device.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countRequest(of device: Int64, at now: ContinuousClock.Instant) throws {
    try Self.require(devices.take(device, at: now))
  }

  /// Counts a request without a valid token.
  ///
  /// - Throws: ``RequestError`` with status 429.
  func countRequest(from address: NetworkPrefix, at now: ContinuousClock.Instant) throws {
    try Self.require(addresses.take(address, at: now))
  }

  /// Throws ``RequestError`` with status 429 if an address has tried too many links that do not work.
  func requireJoins(from address: NetworkPrefix, at now: ContinuousClock.Instant) throws {
    try Self.require(failedJoins.wait(address, at: now))
  }

  /// Counts a link that does not work.
  func countFailedJoin(from address: NetworkPrefix, at now: ContinuousClock.Instant) {
    _ = failedJoins.take(address, at: now)
  }

  private static func require(_ wait: Duration?) throws {
    guard let wait else { return }
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    throw RequestError(
      429, "too many requests; try again in \(seconds) s",
      headers: [("Retry-After", String(seconds))])
  }
}
