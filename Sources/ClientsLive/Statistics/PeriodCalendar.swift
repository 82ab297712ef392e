import Models

/// A division of time into the periods of the table `periods`.
enum PeriodCalendar {
  case everything
  case weeks(Settings.WeekStart)
  case days

  /// The value of the column `calendar`.
  var number: Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): Int64(start.weekday)
    case .days: 8
    }
  }

  /// Returns the number of the period that contains a day.
  ///
  /// - Parameter day: The day, counted from 1970-01-01.
  func period(of day: Int64) -> Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): (day - Self.firstDay(start)).flooredDivision(by: 7)
    case .days: day
    }
  }

  /// Returns the first day of week number 0, far enough in the past to make all numbers positive. 1970 began on a
  /// Thursday.
  private static func firstDay(_ start: Settings.WeekStart) -> Int64 {
    Int64(start.weekday) - 4 - 7 * 200_000
  }
}
