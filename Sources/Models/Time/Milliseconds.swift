import FoundationEssentials

extension Date {
  /// Milliseconds since 1970-01-01 00:00 UTC, rounded, and held between the years 1 and 9999.
  ///
  /// A date made by ``init(millisecondsSince1970:)`` gives back the number it was made from.
  public var millisecondsSince1970: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    // Also what a date that is not a number becomes.
    guard value >= -62_135_596_800_000 else { return -62_135_596_800_000 }
    return value <= 253_402_300_799_999 ? Int64(value) : 253_402_300_799_999
  }

  public init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date as a database keeps it.
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
  /// Whole milliseconds, the rest cut off; the nearest number that fits when it is out of range.
  public var wholeMilliseconds: Int64 {
    // Not by its components: they are made with a division of the library's own, and every tick asks for this.
    Int64(clamping: attoseconds / 1_000_000_000_000_000)
  }

  /// Whole minutes, the rest cut off: what a sum of workouts shows.
  public var wholeMinutes: Int64 { components.seconds / 60 }

  /// Whole tenths of a second, the rest cut off.
  public var wholeTenths: Int64 { wholeMilliseconds / 100 }

  /// Whole hundredths of a second, the rest cut off: what a clock shows.
  public var wholeHundredths: Int64 { wholeMilliseconds / 10 }
}
