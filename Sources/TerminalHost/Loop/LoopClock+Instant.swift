import CSystem

extension LoopClock {
  /// A moment on the clock, in nanoseconds since the machine was started, the time it slept included.
  ///
  /// It is a `ContinuousClock`'s moment in one word. How that one's is laid out is known at run time alone: each copy of it
  /// would be a call, and each optional one a type to look up, many times a tick.
  public struct Instant: InstantProtocol {
    var nanoseconds: Int64

    init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// This moment, read from the machine.
    public static var now: Self { Self(nanoseconds: csys_boot_clock_ns()) }

    /// What is less than a nanosecond counts as one, so that nobody wakes too early; centuries are cut.
    public func advanced(by duration: Duration) -> Self {
      advanced(byNanoseconds: duration.nanoseconds)
    }

    func advanced(byNanoseconds other: Int64) -> Self {
      let (sum, isTooMuch) = nanoseconds.addingReportingOverflow(other)
      return Self(nanoseconds: isTooMuch ? (other < 0 ? .min : .max) : sum)
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
  /// Whole nanoseconds, rounded up; the nearest number that fits when it is out of range.
  var nanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }
}
