import FoundationEssentials

extension Date {
  /// The date in ISO 8601, in UTC, in milliseconds: `2026-03-01T06:30:00.250Z`.
  ///
  /// - Complexity: O(1).
  public var iso8601: String {
    let milliseconds = millisecondsSince1970
    let days = milliseconds.flooredDivision(by: 86_400_000)
    let time = Int(milliseconds - days * 86_400_000)
    let date = CivilDate(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 24) { bytes in
      bytes.putTwoDigits(date.year / 100, at: 0)
      bytes.putTwoDigits(date.year % 100, at: 2)
      bytes[4] = UInt8(ascii: "-")
      bytes.putTwoDigits(date.month, at: 5)
      bytes[7] = UInt8(ascii: "-")
      bytes.putTwoDigits(date.day, at: 8)
      bytes[10] = UInt8(ascii: "T")
      bytes.putTwoDigits(time / 3_600_000, at: 11)
      bytes[13] = UInt8(ascii: ":")
      bytes.putTwoDigits(time / 60_000 % 60, at: 14)
      bytes[16] = UInt8(ascii: ":")
      bytes.putTwoDigits(time / 1000 % 60, at: 17)
      bytes[19] = UInt8(ascii: ".")
      bytes.putTwoDigits(time % 1000 / 10, at: 20)
      bytes[22] = UInt8(ascii: "0") + UInt8(time % 10)
      bytes[23] = UInt8(ascii: "Z")
      return 24
    }
  }

  /// Returns the date in ISO 8601 as clocks with an offset from UTC show it: `2026-03-01T07:30:00.250+01:00`.
  ///
  /// - Parameter utcOffset: In seconds. ISO 8601 has offsets in minutes, so one with seconds is truncated.
  /// - Complexity: O(1).
  public func iso8601(utcOffset: Int) -> String {
    let minutes = abs(utcOffset) / 60
    let seconds = TimeInterval(utcOffset < 0 ? -minutes * 60 : minutes * 60)
    let offset = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return addingTimeInterval(seconds).iso8601.dropLast() + (utcOffset < 0 ? "-" : "+")
      + offset.joined(separator: ":")
  }

  /// Creates a date from ISO 8601, as ``ISO8601Time`` does.
  ///
  /// - Returns: `nil` for anything else, and for days and times that do not exist.
  public init?(iso8601 text: some StringProtocol) {
    guard let time = ISO8601Time(text) else { return nil }
    self = time.date
  }
}

/// An instant with the offset from UTC with which it was written.
struct ISO8601Time {
  let date: Date
  /// In seconds; `nil` for `Z`, which names no place.
  let utcOffset: Int?

  /// Parses ISO 8601: a day, `T` or a space, hours, minutes and perhaps seconds with up to nine digits of a fraction
  /// (truncated to milliseconds), and `Z` or an offset (`+02:00`, `+0200` or `+02`), perhaps after a space.
  init?(_ text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard
      let year = reader.number(4), year > 0, reader.skip("-"),
      let month = reader.number(2), reader.skip("-"),
      let dayOfMonth = reader.number(2), reader.skip("T") || reader.skip(" "),
      let hour = reader.number(2), hour < 24, reader.skip(":"),
      let minute = reader.number(2), minute < 60,
      let (second, fraction) = reader.seconds(),
      let utcOffset = reader.offset(), reader.isAtEnd
    else { return nil }
    let day = CivilDate(year: year, month: month, day: dayOfMonth)
    guard day.isValid else { return nil }
    let seconds =
      day.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second - (utcOffset ?? 0))
    date = Date(millisecondsSince1970: seconds * 1000 + Int64(fraction))
    self.utcOffset = utcOffset
  }
}

/// A parser of fixed-width numbers in ASCII text.
private struct DigitReader {
  private var rest: [UInt8].SubSequence

  init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Parses the seconds and their fraction in milliseconds, after a colon. Both are zero without one.
  mutating func seconds() -> (Int, fraction: Int)? {
    guard skip(":") else { return (0, 0) }
    guard let second = number(2), second < 60, let fraction = fraction() else { return nil }
    return (second, fraction)
  }

  /// Parses a fraction after an optional point or comma.
  ///
  /// - Returns: Milliseconds, zero without a point; `nil` if no digit follows it.
  private mutating func fraction() -> Int? {
    guard skip(".") || skip(",") else { return 0 }
    var value = 0
    var digits = 0
    while digits < 9, let digit = digit() {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Parses an offset from UTC in seconds, or `Z` as `.some(nil)`.
  mutating func offset() -> Int?? {
    if skip("Z") { return .some(nil) }
    _ = skip(" ")
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return .none }
    guard let hours = number(2), hours < 24 else { return .none }
    if isAtEnd { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60 else { return .none }
    return sign * (hours * 3600 + minutes * 60)
  }
}
