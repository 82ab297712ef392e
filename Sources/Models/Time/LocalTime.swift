import CSystem
import FoundationEssentials

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
    var local = csys_local_time()
    let seconds = moment.millisecondsSince1970.flooredDivision(by: 1000)
    self.init(
      moment, utcOffset: csys_local_time(seconds, &local) == 0 ? Int(local.offset) : 0)
  }

  /// Creates the local time at `moment` at a place with the given offset from UTC, in seconds.
  ///
  /// Dates are in the years 1 to 9999 in UTC, and so are local times: those before and after are the first and the last
  /// second.
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
}

extension CivilDate {
  /// Year, month, day: `2026-03-01`.
  public var text: String {
    let year = String(year)
    let zeros = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(zeros)\(year)-\(month.twoDigits)-\(day.twoDigits)"
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
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension Date {
  /// The day on the local calendar, in days since 1970.
  public var localDay: Int64 { LocalTime(self).date.daysSince1970 }
}
