import FoundationEssentials

/// The start of a workout as a person typed it: an instant, and the offset from UTC at its place.
public struct TypedTime: Hashable, Sendable {
  public let date: Date
  /// In seconds.
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
    /// Clocks were set forward past it.
    case skipped
    case tooEarly
    case future

    /// The rule, after the name of the field: `has not come yet`.
    public var rule: String {
      switch self {
      case .unreadable:
        "must be a time such as \"2026-03-01 06:30\", 06:30, \"yesterday 18:00\" or 2026-03-01"
      case .noSuchDay: "is on a day that does not exist"
      case .skipped: "does not exist here, because clocks were set forward past it"
      case .tooEarly: "must be in 1970 or later"
      case .future: "has not come yet"
      }
    }
  }

  /// Parses a time that has come: `2026-03-01 06:30`, `06:30` for today, `yesterday 18:00`, or ISO 8601 with an offset.
  ///
  /// A day alone means noon, or now if today's noon has not come. Of a time that clocks showed twice, the first is
  /// meant. ISO 8601 with `Z` names an instant and no place (RFC 9557), so the offset is that of this place.
  ///
  /// - Parameter offset: Returns the offset from UTC at an instant at this place, in seconds.
  /// - Complexity: O(n).
  public init(
    _ text: String, now: Date, utcOffset offset: (Date) -> Int = { LocalTime($0).offset }
  ) throws(Problem) {
    let text = text.uppercased()
    if let time = ISO8601Time(text) {
      date = time.date
      utcOffset = time.utcOffset ?? offset(time.date)
    } else {
      let today = LocalTime(now, utcOffset: offset(now)).date.daysSince1970
      let (day, time) = try Self.dayAndTime(text, today: today)
      let noon: Int64 = 12 * 3600
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
  /// - Returns: The day since 1970-01-01, and the seconds since midnight; `nil` for a day alone.
  private static func dayAndTime(
    _ text: String, today: Int64
  ) throws(Problem) -> (day: Int64, time: Int64?) {
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
    case (nil, _) where time != nil, ("TODAY", 1): return (today, time)
    case ("YESTERDAY", 1): return (today - 1, time)
    case (let day?, 1):
      let isDate =
        day.utf8.count == 10 && day.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) }
      guard isDate else { throw .unreadable }
      guard let date = Date(iso8601: "\(day)T00:00:00Z") else { throw .noSuchDay }
      return (date.millisecondsSince1970.flooredDivision(by: 86_400_000), time)
    default: throw .unreadable
    }
  }

  /// Returns the instants at which clocks show a time: one, none if they were set forward past it, or two if they were set
  /// back to it.
  ///
  /// - Parameter clock: In seconds since 1970, as if it were in UTC.
  private static func instants(at clock: Int64, utcOffset offset: (Date) -> Int) -> [Date] {
    func date(_ seconds: Int64) -> Date { Date(millisecondsSince1970: seconds * 1000) }
    // No place is 36 hours from UTC, so these instants are before, at and after any change of the clocks at that time.
    let offsets = Set([-36, 0, 36].map { offset(date(clock + $0 * 3600)) })
    return offsets.map { date(clock - Int64($0)) }.filter {
      Int64($0.timeIntervalSince1970) + Int64(offset($0)) == clock
    }.sorted()
  }
}
