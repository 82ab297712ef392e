extension Duration {
  /// Whole milliseconds, the rest cut off; the nearest number that fits when it is out of range.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (thousand, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, tooMuch) = thousand.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return tooMuch ? (seconds < 0 ? .min : .max) : sum
  }

  /// Whole hundredths of a second, the rest cut off: what a clock shows.
  public var wholeHundredths: Int64 { wholeMilliseconds / 10 }
}
