extension Duration {
  /// The time in the format of a stopwatch: `mm:ss.cc`, with more digits for minutes above 99.
  ///
  /// Hundredths are truncated, so that the clock never shows one that hasn't passed. A negative time is `00:00.00`.
  ///
  /// - Complexity: O(1). It is called on every tick and doesn't allocate below 100,000,000 minutes.
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

  /// The time in minutes and whole seconds: `2:00`, `0:45`, `12:30`.
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

extension Duration {
  /// Creates a duration from the format of a stopwatch: `5:12`, `05:12.33`, `1:05:12`.
  ///
  /// - Returns: `nil` for any other format, for seconds or minutes after hours that exceed 59 or have one digit, and for a
  ///   first number above 9999.
  public init?(clockText text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(separator: ".", omittingEmptySubsequences: false)
    guard
      seconds.count <= 2, let whole = Self.number(seconds[0], digits: 2), whole < 60,
      seconds[0].utf8.count == 2, let first = Self.number(parts[0], digits: 4)
    else { return nil }
    var milliseconds: Int64 = 0
    if seconds.count == 2 {
      guard let fraction = Self.number(seconds[1], digits: 3) else { return nil }
      milliseconds = [100, 10, 1][seconds[1].count - 1] * fraction
    }
    var minutes = first
    if parts.count == 3 {
      guard let inner = Self.number(parts[1], digits: 2), parts[1].utf8.count == 2, inner < 60
      else { return nil }
      minutes = first * 60 + inner
    }
    self = .milliseconds((minutes * 60 + whole) * 1000 + milliseconds)
  }

  private static func number(_ text: some StringProtocol, digits: Int) -> Int64? {
    guard (1...digits).contains(text.utf8.count), text.isDigits
    else { return nil }
    return Int64(text)
  }
}
