import FoundationEssentials

/// A rest after a set, as it is stored for other processes.
public struct StoredRest: Hashable, Sendable {
  /// The challenge of the set.
  public let challenge: Challenge.ID
  /// The end of the rest, by the wall clock.
  public let end: Date

  public init(challenge: Challenge.ID, end: Date) {
    self.challenge = challenge
    self.end = end
  }

  /// Returns the remaining time; `nil` once the rest is over.
  public func remaining(at now: Date) -> Duration? {
    let left = end.millisecondsSince1970 - now.millisecondsSince1970
    return left > 0 ? .milliseconds(left) : nil
  }

  /// Returns the remaining time rounded up to whole seconds, as on screen.
  public func remainingRoundedUp(at now: Date) -> Duration {
    .seconds(((remaining(at: now) ?? .zero).wholeMilliseconds + 999) / 1000)
  }
}
