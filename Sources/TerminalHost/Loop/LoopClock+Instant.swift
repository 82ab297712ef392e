import CSystem

extension LoopClock {
  /// An instant on the clock, in nanoseconds since boot, including sleep.
  ///
  /// It is equivalent to a `ContinuousClock.Instant` in one word. The layout of that type is only known at run time:
  /// each copy would be a call, and each optional a metadata lookup, many times a tick.
  public struct Instant: InstantProtocol {
    var nanoseconds: Int64

    init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// The current instant, read from the system.
    public static var now: Self { Self(nanoseconds: csys_boot_clock_ns()) }

    /// Returns the instant after `duration`, rounded up to a nanosecond so that no sleep ends early. Durations of
    /// centuries are clamped.
    public func advanced(by duration: Duration) -> Self {
      advanced(byNanoseconds: duration.nanoseconds)
    }

    func advanced(byNanoseconds other: Int64) -> Self {
      let (sum, didOverflow) = nanoseconds.addingReportingOverflow(other)
      return Self(nanoseconds: didOverflow ? (other < 0 ? .min : .max) : sum)
    }

    public func duration(to other: Self) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    public static func + (instant: Self, duration: Duration) -> Self {
      instant.advanced(by: duration)
    }

    public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded up and clamped to the range of `Int64`.
  var nanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }
}
