import FoundationEssentials

/// A rest after a set, as other programs see it.
public struct KeptRest: Hashable, Sendable {
  /// The challenge of the set.
  public let challenge: Challenge.ID
  /// When it is over, by the wall clock.
  public let end: Date

  public init(challenge: Challenge.ID, end: Date) {
    self.challenge = challenge
    self.end = end
  }

  /// The time that is left; `nil` once it is over.
  public func remaining(at now: Date) -> Duration? {
    let left = end.millisecondsSince1970 - now.millisecondsSince1970
    return left > 0 ? .milliseconds(left) : nil
  }

  /// The time that is left in whole seconds, what is left of one counted as one, as the screen counts down.
  public func secondsLeft(at now: Date) -> Duration {
    .seconds(((remaining(at: now) ?? .zero).wholeMilliseconds + 999) / 1000)
  }
}
