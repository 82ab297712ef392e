/// A time after a workout begins or ends in which the key that did so does not do the opposite.
///
/// Each press within it starts it again, so that neither a double tap nor a key that is held ends a set that has only
/// just begun, or begins another one.
public struct QuietPeriod: Hashable, Sendable {
  public static let length = Duration.seconds(2)

  /// The beginning or the end, or the last press since.
  private var last: Duration

  public init(since instant: Duration) { last = instant }

  /// Returns whether a press comes after the period, and starts the period again if it does not.
  public mutating func admitsPress(at instant: Duration) -> Bool {
    guard instant - last < Self.length else { return true }
    last = instant
    return false
  }
}
