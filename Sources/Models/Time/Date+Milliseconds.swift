import FoundationEssentials

extension Date {
  /// The rounded milliseconds since 1970-01-01 00:00 UTC, clamped to the years 1 to 9999.
  ///
  /// For a date from ``init(millisecondsSince1970:)``, this is the number that the date was created with.
  public var millisecondsSince1970: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    // This also handles NaN.
    guard value >= -62_135_596_800_000 else { return -62_135_596_800_000 }
    return value <= 253_402_300_799_999 ? Int64(value) : 253_402_300_799_999
  }

  public init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date rounded to milliseconds, as databases store it.
  public var roundedToMilliseconds: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}

extension Int64 {
  /// Returns the quotient rounded down, also for negative numbers.
  package func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Duration {
  /// The whole milliseconds, truncated and clamped.
  public var wholeMilliseconds: Int64 {
    // `components` uses a slower division, and this is called on every tick.
    Int64(clamping: attoseconds / 1_000_000_000_000_000)
  }

  /// The whole minutes, truncated, as totals show them.
  public var wholeMinutes: Int64 { components.seconds / 60 }

  /// The whole tenths of a second, truncated.
  public var wholeTenths: Int64 { wholeMilliseconds / 100 }

  /// The whole hundredths of a second, truncated, as clocks show them.
  public var wholeHundredths: Int64 { wholeMilliseconds / 10 }
}

// MARK: - Age

extension Date {
  /// The age in words, rounded down: `just now`, `5 minutes ago`, `3 hours ago`, `1 day ago`.
  ///
  /// - Parameter now: The current time. If this date is later, because the clock was set back, the age is `just now`.
  public func ageText(at now: Date) -> String {
    // An untrusted date may be any number of seconds away.
    let seconds = Int(now.timeIntervalSince(self).clamped(to: 0...1e11))
    let (count, unit) =
      switch seconds {
      case ..<60: (0, "")
      case ..<3600: (seconds / 60, "minute")
      case ..<86_400: (seconds / 3600, "hour")
      default: (seconds / 86_400, "day")
      }
    return count == 0 ? "just now" : "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}

// MARK: - Hybrid time

/// A time of a hybrid logical clock: milliseconds of a wall clock and a counter.
///
/// A change is later than every change of the same item that the device already knew, even if its clock is behind:
/// Kulkarni et al., "Logical Physical Clocks", 2014.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970 times 2¹⁶, plus the counter.
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates the time of a change.
  ///
  /// - Parameters:
  ///   - milliseconds: The wall clock's milliseconds since 1970.
  ///   - last: The latest known time of the same item, if any.
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

extension Comparable {
  /// Returns the value in a range that is closest to this one.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
