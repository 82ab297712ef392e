/// A rule for the offsets of a time zone in all years, as in the variable TZ: `NZST-12NZDT,M9.5.0,M4.1.0/3`.
///
/// Time zone files end with such a rule, for the times after their last transition (RFC 9636, section 3.3.2).
struct PosixTimeZone: Hashable {
  /// The offset of standard time from UTC, in seconds.
  private let standardOffset: Int64
  /// Summer time, if the zone has any.
  private let summer: Summer?

  private struct Summer: Hashable {
    /// The offset from UTC, in seconds.
    var offset: Int64
    /// The changes to summer time and back to standard time.
    var start: Change
    var end: Change
  }

  /// Parses an untrusted rule.
  ///
  /// - Returns: `nil` unless the rule is valid and, if it has summer time, contains the dates of the changes.
  init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text)
    guard scanner.skipName(), let offset = scanner.time(maxHours: 24) else { return nil }
    // In a rule, offsets to the west are positive.
    standardOffset = -offset
    if scanner.isAtEnd {
      summer = nil
      return
    }
    guard scanner.skipName() else { return nil }
    var summerOffset = standardOffset + 3600
    if scanner.rest.first != "," {
      guard let offset = scanner.time(maxHours: 24) else { return nil }
      summerOffset = -offset
    }
    guard
      scanner.skip(","), let start = scanner.change(), scanner.skip(","),
      let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    summer = Summer(offset: summerOffset, start: start, end: end)
  }

  /// Returns the offset from UTC in seconds.
  ///
  /// - Parameter seconds: The time in seconds since 1970 in UTC.
  func offset(at seconds: Int64) -> Int64 {
    guard let summer else { return standardOffset }
    let day = (seconds + standardOffset).flooredDivision(by: 86_400)
    let year = CivilDate(daysSince1970: day).year
    // The time of a change is given in the local time that applies before it.
    let start = summer.start.seconds(in: year) - standardOffset
    let end = summer.end.seconds(in: year) - summer.offset
    let isSummer =
      start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
    return isSummer ? summer.offset : standardOffset
  }
}

/// A yearly change of the offset, on the same day at the same local time.
private struct Change: Hashable {
  var day: Day
  /// The local time in seconds after midnight. It can be negative, or more than a day.
  var time: Int64

  enum Day: Hashable {
    /// A weekday (0 for Sunday) in a month; week 5 is the last one.
    case weekday(month: Int, week: Int, weekday: Int)
    /// A day from 1 to 365; February has 28 days.
    case withoutLeapDay(Int64)
    /// A day from 0 to 365; February has 29 days in leap years.
    case withLeapDay(Int64)
  }

  /// Returns the local time of the change in a year, in seconds since 1970.
  func seconds(in year: Int) -> Int64 {
    let newYear = CivilDate(year: year, month: 1, day: 1)
    let days =
      switch day {
      case .withLeapDay(let day): newYear.daysSince1970 + day
      case .withoutLeapDay(let day):
        newYear.daysSince1970 + day - 1
          + (day >= 60 && CivilDate(year: year, month: 2, day: 29).isValid ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        Self.day(of: year, month: month, week: week, weekday: weekday)
      }
    return days * 86_400 + time
  }

  private static func day(of year: Int, month: Int, week: Int, weekday: Int) -> Int64 {
    let first = CivilDate(year: year, month: month, day: 1)
    let next = CivilDate(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    let firstMatch = (weekday - first.weekday % 7 + 7) % 7
    let length = Int(next.daysSince1970 - first.daysSince1970)
    var day = firstMatch + (week - 1) * 7
    if day >= length { day -= 7 }
    return first.daysSince1970 + Int64(day)
  }
}

extension TextScanner {
  /// Skips an abbreviation: at least three letters, or anything in angle brackets.
  fileprivate mutating func skipName() -> Bool {
    if skip("<") {
      _ = skipWhile { $0 != ">" }
      return skip(">")
    }
    return skipWhile { $0.isASCII && $0.properties.isAlphabetic }.utf8.count >= 3
  }

  /// Parses a number of up to three digits.
  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = skipDigits()
    guard digits.utf8.count <= 3, let number = Int(digits) else { return nil }
    return range.contains(number) ? number : nil
  }

  /// Parses hours with optional minutes and seconds, and returns the sum in seconds.
  fileprivate mutating func time(maxHours: Int) -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...maxHours) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let value = number(0...59) else { return nil }
      seconds += value * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Parses the day and the time of a change.
  fileprivate mutating func change() -> Change? {
    var day: Change.Day
    if skip("M") {
      guard
        let month = number(1...12), skip("."), let week = number(1...5), skip("."),
        let weekday = number(0...6)
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if skip("J") {
      guard let number = number(1...365) else { return nil }
      day = .withoutLeapDay(Int64(number))
    } else {
      guard let number = number(0...365) else { return nil }
      day = .withLeapDay(Int64(number))
    }
    guard skip("/") else { return Change(day: day, time: 2 * 3600) }
    return time(maxHours: 167).map { Change(day: day, time: $0) }
  }
}
