import CSystem
import FoundationEssentials

/// A day of the Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Sendable, Comparable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date from days since 1970-01-01.
  public init(daysSince1970 days: Int64) {
    let date = csys_date(days)
    (year, month, day) = (Int(date.year), Int(date.month), Int(date.day))
  }

  /// The number of days since 1970-01-01.
  public var daysSince1970: Int64 {
    let year = Int64(month <= 2 ? self.year - 1 : self.year)
    let era = year.flooredDivision(by: 400)
    let yearOfEra = year - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether the date exists.
  public var isValid: Bool {
    (1...12).contains(month) && CivilDate(daysSince1970: daysSince1970) == self
  }

  /// The day of the week: 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    Int((daysSince1970 + 3) - (daysSince1970 + 3).flooredDivision(by: 7) * 7) + 1
  }

  public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }

  // MARK: - Text

  /// Year, month, day: `2026-03-01`.
  public var text: String {
    let year = String(year)
    let zeros = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(zeros)\(year)-\(month.twoDigits)-\(day.twoDigits)"
  }

  /// Adopts the person's locale (`LC_TIME`) for ``localText``. Call it before other threads start.
  public static func adoptLocale() { csys_adopt_date_locale() }

  /// The date in ten columns in the locale's form, such as `01.03.2026`; ``text`` in the locale "C".
  public var localText: String {
    csys_date_format().flatMap { text(inForm: String(cString: $0)) } ?? text
  }

  /// Returns the date with the order and the separator of a form.
  ///
  /// - Parameter form: A form for `strftime`, such as `%d.%m.%y`.
  /// - Returns: `nil` if `form` isn't day, month and year in digits, or its separator isn't one of `.`, `/` and
  ///   `-`.
  func text(inForm form: String) -> String? {
    let ignored: Set<Character> = ["%", "E", "O", "-", "_", "0"]
    let parts = form.split(separator: "%").map { $0.drop { ignored.contains($0) } }
    guard let separator = parts.first?.dropFirst().first, "./-".contains(separator) else {
      return nil
    }
    let fields = parts.compactMap { part in
      switch part.first {
      case "d", "e": day.twoDigits
      case "m": month.twoDigits
      case "Y", "y": String(text.prefix { $0 != "-" })
      default: nil as String?
      }
    }
    return parts.count == 3 && fields.count == 3
      ? fields.joined(separator: String(separator)) : nil
  }

  /// The days of its month, counted from 1970-01-01.
  var daysOfMonth: ClosedRange<Int64> {
    let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
    return CivilDate(year: year, month: month, day: 1)
      .days(until: CivilDate(year: nextYear, month: nextMonth, day: 1))
  }

  /// The days of its year, counted from 1970-01-01.
  var daysOfYear: ClosedRange<Int64> {
    CivilDate(year: year, month: 1, day: 1).days(until: CivilDate(year: year + 1, month: 1, day: 1))
  }

  private func days(until next: CivilDate) -> ClosedRange<Int64> {
    daysSince1970...next.daysSince1970 - 1
  }

  /// The day and the month: `1 Mar`.
  public var dayAndMonth: String { "\(day) \(monthName)" }

  /// `Jan` to `Dec`.
  public var monthName: String {
    [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][month - 1]
  }

  /// `Mon` to `Sun`.
  public var weekdayName: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1]
  }
}

extension Int {
  var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension TextScanner {
  /// Reads a date in the form `2026-03-01`, without checking that the date exists.
  mutating func civilDate() -> CivilDate? {
    guard
      let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}

// MARK: - Weeks

/// A calendar week with a given first day.
///
/// It has no time zone: ``DayStart`` determines the day of a workout.
///
/// ```swift
/// let week = Week(of: settings.dayStart.day(at: now), startingOn: settings.weekStart)
/// week.contains(workoutDay)
/// ```
public struct Week: Hashable, Sendable, Comparable {
  /// The first day, counted from 1970-01-01.
  public let firstDay: Int64

  /// Creates the week that contains a day.
  ///
  /// - Parameters:
  ///   - day: The day, counted from 1970-01-01.
  ///   - start: The first day of the week.
  public init(of day: Int64, startingOn start: Settings.WeekStart) {
    firstDay = start.firstDay(ofWeekWith: day)
  }

  /// Creates the week with a number.
  public init(number: Int64) { firstDay = number - Self.daysBefore1970 }

  /// A number for databases, which is positive for all supported dates, so that zero can mean all time.
  ///
  /// Weeks with different first days have different numbers.
  public var number: Int64 { firstDay + Self.daysBefore1970 }

  /// The last day, counted from 1970-01-01.
  public var lastDay: Int64 { firstDay + 6 }

  /// The day after the week.
  public var end: CivilDate { CivilDate(daysSince1970: firstDay + 7) }

  /// Returns whether a day, counted from 1970-01-01, is in the week.
  public func contains(_ day: Int64) -> Bool { (firstDay...lastDay).contains(day) }

  public static func < (lhs: Week, rhs: Week) -> Bool { lhs.firstDay < rhs.firstDay }

  /// The days from 1 January of year 1 to 1 January 1970, plus a week, so that all numbers are positive.
  private static let daysBefore1970: Int64 = 719_162 + 7
}

// MARK: - Local time

/// A date and time in the time zone of the system, or at a place with a given offset from UTC.
public struct LocalTime: Hashable, Sendable {
  public var date: CivilDate
  public var hour: Int
  public var minute: Int
  public var second: Int

  /// The offset from UTC at that time, in seconds.
  public var offset: Int

  /// Creates the local time at `moment`, or UTC if the system doesn't know the time zone.
  public init(_ moment: Date) {
    let seconds = moment.millisecondsSince1970.flooredDivision(by: 1000)
    self.init(moment, utcOffset: Int(csys_utc_offset(seconds)))
  }

  /// Creates the local time at `moment` at a place with the given offset from UTC, in seconds.
  ///
  /// Local times, like dates in UTC, are clamped to the years 1 to 9999.
  public init(_ moment: Date, utcOffset: Int) {
    let clock = moment.addingTimeInterval(TimeInterval(utcOffset))
    let seconds = clock.millisecondsSince1970.flooredDivision(by: 1000)
    let days = seconds.flooredDivision(by: 86_400)
    let rest = Int(seconds - days * 86_400)
    date = CivilDate(daysSince1970: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    offset = utcOffset
  }

  /// The date and time in sortable order: `2026-03-01 06:30`.
  public var text: String { "\(date.text) \(hour.twoDigits):\(minute.twoDigits)" }

  /// The date in the locale's form, and the time.
  public var localText: String {
    "\(date.localText) \(hour.twoDigits):\(minute.twoDigits)"
  }
}
