extension Duration {
  /// Whole milliseconds, the rest cut off; the nearest number that fits when it is out of range.
  public var wholeMilliseconds: Int64 {
    // Not by its components: they are made with a division of the library's own, and every tick asks for this.
    Int64(clamping: attoseconds / 1_000_000_000_000_000)
  }

  /// Whole tenths of a second, the rest cut off.
  public var wholeTenths: Int64 { wholeMilliseconds / 100 }

  /// Whole hundredths of a second, the rest cut off: what a clock shows.
  public var wholeHundredths: Int64 { wholeMilliseconds / 10 }
}
