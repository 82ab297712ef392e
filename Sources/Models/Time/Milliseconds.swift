import FoundationEssentials

extension Date {
  /// The rounded milliseconds since 1970-01-01 00:00 UTC, clamped to the years 1 to 9999.
  ///
  /// A date from ``init(millisecondsSince1970:)`` returns the same number.
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
  /// The quotient rounded down, also for negative numbers.
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
