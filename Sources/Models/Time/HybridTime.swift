/// A time of a hybrid logical clock: milliseconds of a wall clock and a counter.
///
/// A change is later than all changes of the same thing that its device knew, even if the device's clock is behind:
/// Kulkarni et al., "Logical Physical Clocks", 2014.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970 times 2¹⁶, plus the counter.
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates the time of a change.
  ///
  /// - Parameters:
  ///   - milliseconds: The wall clock's milliseconds since 1970.
  ///   - last: The latest known time of the same thing, if any.
  public init(milliseconds: Int64, after last: HybridTime?) {
    let wall = milliseconds.clamped(to: 0...Self.maxMilliseconds) << Self.counterBits
    rawValue = last.map { max(wall, min($0.rawValue, .max - 1) + 1) } ?? wall
  }

  /// The wall clock's milliseconds since 1970.
  public var milliseconds: Int64 { rawValue >> Self.counterBits }

  public static func < (left: HybridTime, right: HybridTime) -> Bool {
    left.rawValue < right.rawValue
  }

  private static let counterBits: Int64 = 16
  private static let maxMilliseconds = Int64.max >> counterBits
}
