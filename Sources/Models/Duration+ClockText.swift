extension Duration {
  /// The time as a stopwatch shows it: `mm:ss.cc`, with more digits of minutes past 99.
  ///
  /// Cut, not rounded, so that the clock never shows a hundredth that has not passed. A negative
  /// time shows as `00:00.00`.
  ///
  /// - Complexity: O(1), and no heap allocation below 100,000,000 minutes, since it is asked for on
  ///   every tick.
  public var clockText: String {
    let hundredths = max(0, wholeHundredths)
    let minutes = hundredths / 6000
    let rest = Int(hundredths % 6000)

    var minuteDigits = 2
    var bound: Int64 = 100
    while minutes >= bound {
      minuteDigits += 1
      bound *= 10
    }
    return String(unsafeUninitializedCapacity: minuteDigits + 6) { bytes in
      var left = minutes
      for index in stride(from: minuteDigits - 1, through: 0, by: -1) {
        bytes[index] = UInt8(ascii: "0") + UInt8(left % 10)
        left /= 10
      }
      bytes[minuteDigits] = UInt8(ascii: ":")
      bytes.putTwoDigits(rest / 100, at: minuteDigits + 1)
      bytes[minuteDigits + 3] = UInt8(ascii: ".")
      bytes.putTwoDigits(rest % 100, at: minuteDigits + 4)
      return minuteDigits + 6
    }
  }

  /// A round time in words' company: `2:00`, `0:45`, `12:30`, whole seconds only.
  public var minutesText: String {
    let seconds = max(0, components.seconds)
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes `value` (0...99) as two decimal digits.
  func putTwoDigits(_ value: Int, at index: Int) {
    self[index] = UInt8(ascii: "0") + UInt8(value / 10)
    self[index + 1] = UInt8(ascii: "0") + UInt8(value % 10)
  }
}
