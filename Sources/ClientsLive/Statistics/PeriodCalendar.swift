import Models

/// A way to part time into the periods that are added up in the table `periods`.
enum PeriodCalendar {
  case everything
  case weeks(Settings.WeekStart)
  case days

  /// What it is called in the database.
  var number: Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): Int64(start.weekday)
    case .days: 8
    }
  }

  /// The number of the period that a day is in.
  ///
  /// - Parameter day: Counted from 1970-01-01.
  func period(of day: Int64) -> Int64 {
    switch self {
    case .everything: 0
    case .weeks(let start): (day - Self.firstDay(start)).flooredDivision(by: 7)
    case .days: day
    }
  }

  /// The day that week number 0 would begin with: numbers are positive for every day there may be. 1970 began on a
  /// Thursday.
  private static func firstDay(_ start: Settings.WeekStart) -> Int64 {
    Int64(start.weekday) - 4 - 7 * 200_000
  }
}
