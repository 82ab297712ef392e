/// A time after the start or the end of a workout in which further presses of the same key are ignored.
///
/// Each ignored press restarts the period, so that a double tap or a held key can't end a set that has just started,
/// or start another one.
public struct QuietPeriod: Hashable, Sendable {
  public static let duration = Duration.seconds(2)

  /// The time of the start or the end, or of the last press since.
  private var last: Duration

  public init(since instant: Duration) { last = instant }

  /// Records a press, which restarts the period if it has not ended yet.
  ///
  /// - Returns: Whether the period has ended.
  public mutating func acceptPress(at instant: Duration) -> Bool {
    guard instant - last < Self.duration else { return true }
    last = instant
    return false
  }
}
