import FoundationEssentials

extension Date {
  /// The date in ISO 8601, in UTC, with milliseconds: `2026-03-01T06:30:00.250Z`.
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
  /// - Parameter utcOffset: The offset in seconds, truncated to minutes, because ISO 8601 has offsets in minutes.
  /// - Complexity: O(1).
  public func iso8601(utcOffset: Int) -> String {
    let minutes = abs(utcOffset) / 60
    let seconds = TimeInterval(utcOffset < 0 ? -minutes * 60 : minutes * 60)
    let offset = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return addingTimeInterval(seconds).iso8601.dropLast() + (utcOffset < 0 ? "-" : "+")
      + offset.joined(separator: ":")
  }

  /// Creates a date from ISO 8601, like ``ISO8601Time``.
  ///
  /// - Returns: `nil` for any other text, and for days and times that do not exist.
  public init?(iso8601 text: some StringProtocol) {
    guard let time = ISO8601Time(text) else { return nil }
    self = time.date
  }
}

/// An instant with its written offset from UTC.
struct ISO8601Time {
  let date: Date
  /// The offset in seconds; `nil` for `Z`, which names no place.
  let utcOffset: Int?

  /// Parses ISO 8601: a day, `T` or a space, hours, minutes, optional seconds with up to nine digits of a fraction
  /// (truncated to milliseconds), an optional space, and `Z` or an offset (`+02:00`, `+0200` or `+02`).
  init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text)
    guard
      let day = scanner.civilDate(), day.year > 0, day.isValid, scanner.skip("T "),
      let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(digits: 2), minute < 60,
      let (second, fraction) = scanner.seconds(),
      let utcOffset = scanner.utcOffset(), scanner.isAtEnd
    else { return nil }
    let seconds =
      day.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second - (utcOffset ?? 0))
    date = Date(millisecondsSince1970: seconds * 1000 + Int64(fraction))
    self.utcOffset = utcOffset
  }
}

extension TextScanner {
  /// Reads the seconds and their fraction in milliseconds, after a colon. Both are zero without a colon.
  fileprivate mutating func seconds() -> (Int, fraction: Int)? {
    guard skip(":") else { return (0, 0) }
    guard let second = number(digits: 2), second < 60,
      let fraction = fraction(after: ".,", maxDigits: 9)
    else { return nil }
    return (second, fraction)
  }

  /// Reads an offset from UTC in seconds, or `Z` as `.some(nil)`.
  fileprivate mutating func utcOffset() -> Int?? {
    if skip("Z") { return .some(nil) }
    _ = skip(" ")
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return .none }
    guard let hours = number(digits: 2), hours < 24 else { return .none }
    if isAtEnd { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return .none }
    return sign * (hours * 3600 + minutes * 60)
  }
}

// MARK: - Typed times

/// The start of a workout as a person typed it: an instant, and the local offset from UTC.
public struct TypedTime: Hashable, Sendable {
  public let date: Date
  /// The offset in seconds.
  public let utcOffset: Int

  /// Creates a time in the time zone of the system.
  public init(_ date: Date) {
    self.date = date
    utcOffset = LocalTime(date).offset
  }

  /// The reason why a text isn't the start of a workout.
  public enum Problem: Error, Hashable, Sendable {
    case unreadable
    case noSuchDay
    /// The clocks were set forward past this time.
    case skipped
    case tooEarly
    case future

    /// The rule, after the name of the field: `must not be in the future`.
    public var rule: String {
      switch self {
      case .unreadable:
        "must be a time such as \"2026-03-01 06:30\", 06:30, \"yesterday 18:00\" or 2026-03-01"
      case .noSuchDay: "is on a day that does not exist"
      case .skipped: "does not exist here, because clocks were set forward past it"
      case .tooEarly: "must be in 1970 or later"
      case .future: "must not be in the future"
      }
    }
  }

  /// Parses a past time: `2026-03-01 06:30`, `06:30` for today, `yesterday 18:00`, or ISO 8601 with an offset.
  ///
  /// A day alone means noon, or now if noon is in the future. A time that clocks showed twice means the first
  /// occurrence. ISO 8601 with `Z` names an instant but no place (RFC 9557), so it gets the local offset.
  ///
  /// - Parameters:
  ///   - dayStart: The beginning of the days that `today` and `yesterday` name. A time before it is on the next date.
  ///   - offset: Returns the local offset from UTC at an instant, in seconds.
  /// - Complexity: O(n).
  public init(
    _ text: String, now: Date, dayStart: DayStart = .midnight,
    utcOffset offset: (Date) -> Int = { LocalTime($0).offset }
  ) throws(Problem) {
    let text = text.uppercased()
    if let time = ISO8601Time(text) {
      date = time.date
      utcOffset = time.utcOffset ?? offset(time.date)
    } else {
      let today = dayStart.day(of: LocalTime(now, utcOffset: offset(now)))
      var (day, time, isRelative) = try Self.dayAndTime(text, today: today)
      let noon: Int64 = 12 * 3600
      if isRelative, let time, time < dayStart.minutes * 60 { day += 1 }
      let instants = Self.instants(at: day * 86_400 + (time ?? noon), utcOffset: offset)
      guard let first = instants.first else { throw .skipped }
      date = time == nil && day == today ? min(first, now) : first
      utcOffset = offset(date)
    }
    guard date.timeIntervalSince1970 >= 0 else { throw .tooEarly }
    guard date <= now else { throw .future }
  }

  /// Parses a day, a time or both, in upper case.
  ///
  /// - Returns: The day since 1970-01-01, the seconds since midnight, which are `nil` for a day alone, and whether the
  ///   day is relative to `today`.
  private static func dayAndTime(
    _ text: String, today: Int64
  ) throws(Problem) -> (day: Int64, time: Int64?, isRelative: Bool) {
    let isISO = text.first?.isNumber == true
    var words = text.split { $0 == " " || isISO && $0 == "T" }.map(String.init)
    var time: Int64?
    if let clock = words.last, clock.contains(":") {
      words.removeLast()
      let digits = clock.utf8.count == 4 || clock.utf8.count == 7 ? "0\(clock)" : clock
      let seconds = digits.utf8.count == 5 ? "\(digits):00" : digits
      guard let date = Date(iso8601: "1970-01-01T\(seconds)Z") else { throw .unreadable }
      time = Int64(date.timeIntervalSince1970)
    }
    switch (words.first, words.count) {
    case (nil, _) where time != nil, ("TODAY", 1): return (today, time, true)
    case ("YESTERDAY", 1): return (today - 1, time, true)
    case (let day?, 1):
      var scanner = TextScanner(day)
      guard let date = scanner.civilDate(), scanner.isAtEnd else { throw .unreadable }
      guard date.year > 0, date.isValid else { throw .noSuchDay }
      return (date.daysSince1970, time, false)
    default: throw .unreadable
    }
  }

  /// Returns the instants at which clocks show a time: one, none if they skipped it, or two if they repeated it.
  ///
  /// - Parameter clock: The time in seconds since 1970, as if it were in UTC.
  private static func instants(at clock: Int64, utcOffset offset: (Date) -> Int) -> [Date] {
    func date(_ seconds: Int64) -> Date { Date(millisecondsSince1970: seconds * 1000) }
    // No place is 36 hours from UTC, so one instant is before and one is after any change of the clocks at that time.
    let offsets = Set([-36, 0, 36].map { offset(date(clock + $0 * 3600)) })
    return offsets.map { date(clock - Int64($0)) }.filter {
      Int64($0.timeIntervalSince1970) + Int64(offset($0)) == clock
    }.sorted()
  }
}
