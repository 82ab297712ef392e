/// The delays between attempts to reach a server: each twice as long as the one before, up to five minutes, less a random
/// part, so that devices that failed together do not return together.
struct Backoff: Sendable {
  private var failureCount = 0

  private static let firstDelay = 2.0
  private static let maxDelay = 300.0

  /// Returns the delay after a failure.
  ///
  /// - Parameter requested: The time that the server asks for, which is the minimum.
  mutating func delay(
    atLeast requested: Duration?, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let delay = min(Self.firstDelay * Double(1 << min(failureCount, 20)), Self.maxDelay)
    failureCount += 1
    let random = Duration.seconds(Double.random(in: delay / 2...delay, using: &generator))
    return requested.map { $0 + random / 10 }.map { max($0, random) } ?? random
  }

  mutating func reset() { failureCount = 0 }
}
