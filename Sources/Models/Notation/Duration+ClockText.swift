extension Duration {
  /// The time in the format of a stopwatch: `mm:ss.cc`, with more digits for minutes above 99.
  ///
  /// Hundredths are truncated, so that the clock is never ahead of the time. A negative time is `00:00.00`.
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

  /// A total in whole seconds below a minute, otherwise in whole minutes: `45 s`, `12 min`, `3 h 5 min`.
  public var totalText: String {
    let minutes = wholeMinutes
    return switch minutes {
    case ..<1: "\(components.seconds) s"
    case ..<60: "\(minutes) min"
    default: "\(minutes / 60) h \(minutes % 60) min"
    }
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
  /// - Returns: `nil` for any other format, for a number after a colon with one digit or above 59, and for a
  ///   first number above 9999.
  public init?(clockText text: some StringProtocol) {
    var scanner = TextScanner(text)
    guard let seconds = scanner.clock(maxDigits: 4), let fraction = scanner.fraction(maxDigits: 3),
      scanner.isAtEnd
    else { return nil }
    self = .milliseconds(seconds * 1000 + fraction)
  }
}

extension TextScanner {
  /// Reads a time such as `5:12` or `1:05:12`.
  ///
  /// - Parameter count: The maximum number of digits before the first colon.
  /// - Returns: Seconds; `nil` for any other text, and if a number after a colon has one digit or exceeds 59.
  mutating func clock(maxDigits count: Int) -> Int? {
    let first = skipDigits()
    guard first.utf8.count <= count, var time = Int(first), rest.first == ":" else { return nil }
    for _ in 0..<2 where skip(":") {
      guard let part = number(digits: 2), part < 60 else { return nil }
      time = time * 60 + part
    }
    return time
  }

  /// Reads a fraction after an optional point.
  ///
  /// - Parameters:
  ///   - points: The characters that can be the point.
  ///   - count: The maximum number of digits.
  /// - Returns: Thousandths, truncated, and zero without a point; `nil` if no digits or too many digits follow it.
  mutating func fraction(after points: String = ".", maxDigits count: Int) -> Int? {
    guard skip(points) else { return 0 }
    let digits = skipDigits()
    guard (1...count).contains(digits.utf8.count) else { return nil }
    return Int((digits + "00").prefix(3))
  }
}
